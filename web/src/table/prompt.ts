/* One line that says whose turn it is, what is asked, and how to confirm or leave. */
import { maybe, parts, t, type Part } from '../i18n/index.svelte';
import type { Choice } from './choice.svelte';
import { cardName, withCard } from './names';
import { isTunnel, toolOf } from './offers';
import { status } from './story';
import type { Table } from './table.svelte';

export type Button = 'tryNow' | 'reload' | 'pass' | 'discard' | 'discardThis' | 'turn' | 'cancel' | 'confirm' | 'whyNot' | 'skip';
export interface Prompt { title: string; parts: Part[]; /** What is said aloud where the parts count seconds. */ aloud?: string; buttons: Button[]; confirm: string; tone: 'calm' | 'yours' | 'bad' }

const plain = (text: string): Part[] => (text ? [{ text, strong: false }] : []);

export function prompt(table: Table, choice: Choice, narrow: boolean): Prompt {
  const make = (title: string, said: Part[], more: Partial<Prompt> = {}): Prompt => ({ title, parts: said, buttons: [], confirm: '', tone: 'yours', ...more });
  const bad = (title: string, said: Part[], buttons: Button[]) => make(title, said, { tone: 'bad', buttons });
  if (table.link === 'outdated') return bad(t('outdated.title'), plain(t('outdated.text')), ['reload']);
  if (table.link === 'gone') return bad(t('gone.title'), plain(t('gone.text')), []);
  if (!table.live) return { ...bad(t('offline.title'), offline(table), ['tryNow']), aloud: t(table.seat >= 0 ? 'offline.text' : 'offline.watching') };
  if (table.fault) return bad(t('fault.title'), plain(table.fault.text), []);
  if (table.refusal) return bad(t('refused.title'), plain(table.named(table.refusal.text)), []);
  if (table.summary) return make(t('round.over', { round: table.summary.round }), plain(t('round.roles')), { tone: 'calm' });
  if (table.sent && table.late) return bad(t('late.title'), plain(t('late.text')), ['tryNow']);
  if (table.held) return make(t('gate.title'), plain(`${readyCount(table)} ${readyLeft(table)}`), { tone: 'calm' });
  if (table.sent) return make(t('turn.yours'), plain(t('sending')), { tone: 'calm' });
  if (!table.asksMe) return waiting(table, narrow, make);
  if (choice.step === 'goal') return make(t('ask.goal.title'), plain(t('ask.goal')), choice.aim ? { buttons: ['cancel', 'confirm'], confirm: t('ask.goal.do') } : {});
  if (choice.step === 'orient') return make(t('ask.orient.title'), plain(t('ask.orient')));
  if (choice.step === 'take') return make(t('gold.title'), plain(t('gold.yours')));
  if (choice.discarding) return discarding(choice, make);
  if (choice.card) return isTunnel(choice.card) ? laying(table, choice, narrow, make) : playing(table, choice, narrow, make);
  return choosing(table, choice, make);
}

/** How many are ready; bots always are. */
export const readyCount = (table: Table): string => t('gate.count', { n: table.info.players - (table.gate?.waits.length ?? 0), of: table.info.players });
/** How long the round waits at most. */
export const readyLeft = (table: Table): string => (table.gateLeft() ? t('gate.left', { time: table.gateLeft() }) : '');

function offline(table: Table): Part[] {
  if (table.seat < 0 || table.info.status === 'over') return plain(t('offline.watching'));
  const time = table.kept(table.seat);
  return time ? parts('offline.kept', { time }) : plain(t('offline.bot'));
}

type Make = (title: string, said: Part[], more?: Partial<Prompt>) => Prompt;

function waiting(table: Table, narrow: boolean, make: Make): Prompt {
  const view = table.view!, asked = table.ask?.seats[0] ?? view.active, name = table.name(asked), looker = table.gate?.waits.map((s) => table.name(s)).join(', '), watching = table.seat < 0 && narrow; // a wide window says so at the top
  const text = view.phase === 'gold' ? t('gold.others') : view.phase === 'goal' ? t('ask.goal.others') : looker ? t('gate.look', { name: looker }) : watching ? t('watching') : table.missed ? t('missed', { n: table.missed }) : '';
  return make(name ? t('turn.of', { name }) : t('waiting'), plain(text), { tone: 'calm', buttons: table.alone && table.info.status === 'running' ? ['skip'] : [] });
}

function choosing(table: Table, choice: Choice, make: Make): Prompt {
  const yours = t('turn.yours'), front = table.me?.front ?? [];
  if (!choice.hand.length) return make(yours, plain(t('hand.pass')), { buttons: ['pass'] });
  if (table.missed) return make(yours, parts('missed', { n: table.missed }), { buttons: ['discard'] });
  if (front.length) return make(yours, plain(t('turn.broken', { tools: status(front) })), { buttons: ['discard'] });
  return make(yours, plain(t(table.view?.deck ? 'turn.choose' : 'turn.deckEmpty')), { buttons: ['discard'] });
}

function discarding(choice: Choice, make: Make): Prompt {
  return make(t('discard.title'), plain(choice.card ? t('discard.this', { card: cardName(choice.card) }) : t('discard.choose')), {
    buttons: choice.card ? ['cancel', 'confirm'] : ['cancel'], confirm: t('discard.do'),
  });
}

function laying(table: Table, choice: Choice, narrow: boolean, make: Make): Prompt {
  const n = choice.places.size;
  if (!n) {
    const broken = (table.me?.front.length ?? 0) > 0;
    return make(t('turn.yours'), plain(broken ? t('turn.broken', { tools: status(table.me!.front) }) : t('lay.nowhere')), { buttons: narrow ? ['whyNot', 'discardThis'] : ['whyNot', 'discardThis', 'cancel'] });
  }
  const turnedToFit = choice.aimed !== null && choice.aimed.turned !== choice.turned;
  const said = turnedToFit ? plain(t('lay.turned')) : narrow ? parts('lay.fitsShort', { n }) : parts('lay.fits', { ...withCard(choice.card), n }).map((p) => ({ ...p, strong: p.text === String(n) }));
  return make(t('turn.yours'), said, { buttons: !narrow ? ['turn', 'cancel', 'confirm'] : choice.aim ? ['turn', 'confirm'] : ['turn', 'cancel'], confirm: t('lay.do') });
}

function playing(table: Table, choice: Choice, narrow: boolean, make: Make): Prompt {
  const title = maybe(`play.${choice.card}`) ?? cardName(choice.card);
  if (!choice.plays.length) return make(title, plain(t('play.nobody')), { buttons: narrow ? ['whyNot', 'discardThis'] : ['whyNot', 'discardThis', 'cancel'] });
  if (choice.target >= 0 && choice.ways.length > 1) return make(title, plain(t('play.which', { name: table.name(choice.target) })), { buttons: ['cancel'] });
  if (choice.target >= 0) {
    const self = choice.target === table.seat && choice.card.startsWith('break-');
    return make(title, plain(self ? t('play.self') : t('play.sure', { name: table.name(choice.target) })), { buttons: ['cancel', 'confirm'], confirm: t('play.do') });
  }
  const kind = choice.card.startsWith('break-') ? `choose.break-${toolOf(choice.card)}` : choice.card.startsWith('mend-') ? 'choose.mend' : `choose.${choice.card}`;
  const short = narrow && choice.seats.size ? t('choose.tap') : (maybe(kind) ?? '');
  const buttons: Button[] = choice.aim ? ['cancel', 'confirm'] : ['cancel'];
  return make(title, plain(short), { buttons, confirm: maybe(`do.${choice.card}`) ?? t('play.do') });
}
