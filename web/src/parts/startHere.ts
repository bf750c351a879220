/* When a page opens, the focus lands on what to do first, unless somebody has already gone elsewhere. */
export function startHere(node: HTMLElement, when = true): void {
  if (when && (document.activeElement ?? document.body) === document.body) node.focus({ preventScroll: true });
}
