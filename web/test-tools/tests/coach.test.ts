import { beforeAll, describe, expect, it } from 'vitest';
import * as at from '../../src/fixtures/positions';
import { speak } from '../../src/fixtures/box';
import { explained } from '../../src/guide.svelte';
import { Choice } from '../../src/table/choice.svelte';
import { Coach } from '../../src/table/coach.svelte';
import { coachOffered, hintsAt } from '../../src/table/coached';
import { Table } from '../../src/table/table.svelte';

beforeAll(() => speak('en'));
const TOPICS = [{ title: 'What it is about', text: 'Two teams dig.', cards: [] }, { title: 'Your turn', text: 'Lay a card.', cards: [] }, { title: 'The end', text: 'Gold is paid.', cards: [] }];
const CARDS = { title: 'Cards', text: '', cards: [{ kind: 'break', title: 'Broken tools', text: 'Lay it before another player.', faces: [{ face: 'break-lamp', name: 'Broken lamp', count: 2 }] }] };

function coached(extras: string[]) {
  const info = at.info(6, { extras }), table = new Table(info);
  hintsAt(info.id);
  table.hear({ t: 'welcome', said: [], protocol: 2, table: info, n: 1, view: at.view(), ask: at.myTurn, events: [] });
  table.link = 'open';
  table.gotIt();
  const choice = new Choice(table, () => false), coach = new Coach(table, choice);
  return { table, choice, coach };
}
/** What a page does: whatever was said and is no longer so is over. */
function go(coach: Coach, does: () => void): string {
  const before = coach.hint;
  does();
  coach.follow(before, coach.hint);
  return coach.text;
}

describe('hints at a table', () => {
  it('tell the base game by themselves', () => {
    expect(coached([]).coach.text).toContain('The entrance is on the left');
  });
  it('tell whatever else is played as the guide tells it, and each card once', () => {
    explained.learn({ game: 'classic', title: '', edition: '', players: 6, extras: [], sections: [...TOPICS, CARDS] });
    const { coach, choice, table } = coached(['saboteur2']), harm = choice.hand.indexOf('break-lamp');
    expect([coach.title, coach.text, coach.waits]).toEqual(['What it is about', 'Two teams dig.', true]);
    expect(go(coach, () => coach.next())).toBe('Lay a card.');
    expect(go(coach, () => coach.next())).toContain('It is your turn');
    expect(go(coach, () => choice.choose(harm))).toBe('Lay it before another player.');
    expect(go(coach, () => choice.choose(harm))).toBe(''); // put back
    expect(go(coach, () => choice.choose(harm))).toContain('Choose a player who glows');
    choice.clear();
    go(coach, () => table.hear({ t: 'update', n: 2, events: [{ kind: 'laid', seat: 0, card: 'NS', shape: 'NS', x: 7, y: 0 }], view: at.view(), ask: at.myTurn }));
    expect(coach.text).toBe('Gold is paid.'); // one thing more in each turn
    explained.learn({ game: '', title: '', edition: '', players: 0, extras: [], sections: [] });
  });
  it('are no answer to the offer of a first round', () => {
    expect(coachOffered()).toBe(true);
  });
});
