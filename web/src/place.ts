/* Where this page is, and leaving it. */
export const go = (url: string): void => location.assign(url);
export const tableIn = (path: string): string | null => /^\/t\/([^/]+)\/?$/.exec(path)?.[1] ?? null;
export const replayIn = (path: string): string | null => /^\/t\/([^/]+)\/replay\/?$/.exec(path)?.[1] ?? null;
/** `seat`: the link of one of several at this device, or `watch`. */
export const socketUrl = (table: string, seat: number | string = ''): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${encodeURIComponent(table)}${seat === '' ? '' : `?seat=${seat}`}`;

/** Without https there is no clipboard for pages; then the old way, through a selection. */
export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}
