/* `standalone` is the only way to draw: one SVG picture, with the definitions it needs inside. */
import { DEFS, passage, tunnel, type Look } from './core';
import { ACTIONS, deckBack, entrance, goalBack, goldCard, goldGoal, roleBack, stoneGoal, type ActionName } from './classic';
import { cart, eye, gold, lantern, map, pick, rockfall, stone } from './icons';
import { avatar, roleCard, type RoleName } from './people';

const ICONS = { lamp: () => lantern(), cart: () => cart(), pick: () => pick(), map, rockfall, eye, stone, gold };
export type IconName = keyof typeof ICONS;
export type { Look };

export type Spec =
  | { kind: 'tunnel'; shape: string }
  | { kind: 'entrance' }
  | { kind: 'goalBack'; n: number }
  | { kind: 'goal'; face: 'gold' | 'stone'; shape: string }
  | { kind: 'action'; action: ActionName }
  | { kind: 'role'; role: RoleName }
  | { kind: 'back'; of: 'deck' | 'role' }
  | { kind: 'gold'; n: 1 | 2 | 3 }
  | { kind: 'icon'; icon: IconName }
  | { kind: 'avatar'; seat: number };

type Draw = { [K in Spec['kind']]: (spec: Extract<Spec, { kind: K }>, look: Look) => string };
const KINDS: Draw = {
  tunnel: (s, look) => tunnel(passage(s.shape), look),
  entrance: (_, look) => entrance(look),
  goalBack: (s) => goalBack(s.n),
  goal: (s, look) => (s.face === 'gold' ? goldGoal : stoneGoal)(s.shape, look),
  action: (s) => ACTIONS[s.action](),
  role: (s) => roleCard(s.role),
  back: (s) => (s.of === 'role' ? roleBack : deckBack)(),
  gold: (s) => goldCard(s.n),
  icon: (s) => ICONS[s.icon](),
  avatar: (s) => avatar(s.seat),
};

export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];
export const ICON_NAMES = Object.keys(ICONS) as IconName[];
export const isAction = (card: string): card is ActionName => card in ACTIONS;

const made = new Map<string, string>();
function definition(id: string): string | undefined {
  const make = DEFS[id];
  if (make && !made.has(id)) made.set(id, make());
  return made.get(id);
}

function definitions(art: string): string {
  const needed = new Map<string, string>();
  const scan = (text: string) => {
    for (const [, id] of text.matchAll(/#(um-[\w-]+)/g)) {
      const text = needed.has(id!) ? undefined : definition(id!);
      if (text === undefined) continue;
      needed.set(id!, text);
      scan(text);
    }
  };
  scan(art);
  return [...needed.values()].join('');
}

export function standalone(spec: Spec, look: Look = {}): string {
  const draw = KINDS[spec.kind] as (spec: Spec, look: Look) => string;
  const round = spec.kind === 'icon' || spec.kind === 'avatar';
  const art = round ? draw(spec, look) : `<g clip-path="url(#um-card)">${draw(spec, look)}</g>`;
  const box = spec.kind === 'icon' ? '-6 -6 112 112' : spec.kind === 'avatar' ? '8 4 84 84' : '0 0 100 150';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="200" height="${round ? 200 : 300}"><defs>${definitions(art)}</defs>${art}</svg>`;
}
