import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { isLang, preferred, useLang } from './i18n/index.svelte';
import { keep, kept } from './keep';

const query = new URLSearchParams(location.search);
const target = document.getElementById('app')!;

const asked = query.get('lang');
if (isLang(asked)) keep('lang', asked);
await useLang(preferred(asked, kept('lang'), navigator.languages));

target.replaceChildren(); // what stood there until now

/* The page of frozen positions is compiled only into development and test builds. */
const fixture = import.meta.env.MODE === 'production' ? null : query.get('fixture');
if (import.meta.env.MODE !== 'production' && fixture !== null) {
  const { show } = await import('./fixtures/show');
  await show(target, fixture);
} else {
  mount(App, { target, props: { path: location.pathname } });
}

/* Without https there is none, and the game needs none. */
if (import.meta.env.MODE === 'production') void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
