/* Whole sentences for what happens, in every language and every person. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as at from '../../src/fixtures/positions';
import { speak } from '../../src/fixtures/box';
import type { Lang } from '../../src/i18n/index.svelte';
import type { Told } from '../../src/protocol';
import { line, scene, text } from '../../src/table/story';
import { Table } from '../../src/table/table.svelte';

const ME = 0, OLEH = 1, ROOK = 3, INES = 4;
let table: Table;
beforeEach(() => {
  table = new Table(at.info());
  table.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(), n: 5, view: at.view(), ask: at.myTurn, events: [] });
});
afterAll(() => speak('en'));
const said = (told: Told) => { const found = line(table, { id: 1, round: 2, told }); return found && text(found); };

const SAID: [Told, Record<Lang, string>][] = [
  [{ kind: 'laid', seat: INES, shape: 'NEW', x: 2, y: -1 }, { en: 'Ines laid a T-junction: two to the right, one up', ru: 'Ines выкладывает развилку: на две клетки вправо, на одну вверх', uk: 'Ines кладе розвилку: на дві клітинки праворуч, на одну вгору' }],
  [{ kind: 'laid', seat: ME, shape: 'N|E|S', x: -1, y: 0 }, { en: 'You laid a dead end: one to the left', ru: 'Вы выкладываете тупик: на одну клетку влево', uk: 'Ви кладете глухий кут: на одну клітинку ліворуч' }],
  [{ kind: 'broke', seat: ROOK, target: OLEH, tool: 'lamp' }, { en: 'Rook broke Oleh’s lamp', ru: 'Rook ломает лампу игрока Oleh', uk: 'Rook ламає ліхтар гравця Oleh' }],
  [{ kind: 'broke', seat: ME, target: OLEH, tool: 'pick' }, { en: 'You broke Oleh’s pick', ru: 'Вы ломаете кирку игрока Oleh', uk: 'Ви ламаєте кирку гравця Oleh' }],
  [{ kind: 'broke', seat: ROOK, target: ME, tool: 'lamp' }, { en: 'Rook broke your lamp', ru: 'Rook ломает вашу лампу', uk: 'Rook ламає ваш ліхтар' }],
  [{ kind: 'broke', seat: ROOK, target: ROOK, tool: 'cart' }, { en: 'Rook broke their own cart', ru: 'Rook ломает у себя вагонетку', uk: 'Rook ламає в себе вагонетку' }],
  [{ kind: 'broke', seat: ME, target: ME, tool: 'cart' }, { en: 'You broke your own cart', ru: 'Вы ломаете у себя вагонетку', uk: 'Ви ламаєте в себе вагонетку' }],
  [{ kind: 'mended', seat: INES, target: OLEH, tool: 'cart' }, { en: 'Ines repaired Oleh’s cart', ru: 'Ines чинит вагонетку игрока Oleh', uk: 'Ines лагодить вагонетку гравця Oleh' }],
  [{ kind: 'mended', seat: ME, target: OLEH, tool: 'cart' }, { en: 'You repaired Oleh’s cart', ru: 'Вы чините вагонетку игрока Oleh', uk: 'Ви лагодите вагонетку гравця Oleh' }],
  [{ kind: 'mended', seat: INES, target: ME, tool: 'pick' }, { en: 'Ines repaired your pick', ru: 'Ines чинит вашу кирку', uk: 'Ines лагодить вашу кирку' }],
  [{ kind: 'mended', seat: INES, target: INES, tool: 'lamp' }, { en: 'Ines repaired their own lamp', ru: 'Ines чинит у себя лампу', uk: 'Ines лагодить у себе ліхтар' }],
  [{ kind: 'mended', seat: ME, target: ME, tool: 'lamp' }, { en: 'You repaired your own lamp', ru: 'Вы чините у себя лампу', uk: 'Ви лагодите в себе ліхтар' }],
  [{ kind: 'collapsed', seat: INES, shape: 'NESW', x: 0, y: 3 }, { en: 'Ines brought down a crossroads: three down', ru: 'Ines обваливает перекрёсток: на три клетки вниз', uk: 'Ines обвалює перехрестя: на три клітинки вниз' }],
  [{ kind: 'collapsed', seat: ME, shape: 'EW', x: 5, y: 0, number: 2 }, { en: 'You brought down a straight tunnel: five to the right. 2 tunnels went dark', ru: 'Вы обваливаете прямой туннель: на пять клеток вправо. Погасли 2 туннеля', uk: 'Ви обвалюєте прямий тунель: на п’ять клітинок праворуч. Згасли 2 тунелі' }],
  [{ kind: 'looked', seat: INES, goal: 0 }, { en: 'Ines looked at the top goal', ru: 'Ines смотрит на верхнюю цель', uk: 'Ines дивиться на верхню ціль' }],
  [{ kind: 'saw', seat: ME, goal: 2, card: 'gold' }, { en: 'You looked at the bottom goal: gold. Only you know.', ru: 'Вы посмотрели на нижнюю цель: там золотой самородок. Знаете только вы.', uk: 'Ви глянули на нижню ціль: там золото. Знаєте лише ви.' }],
  [{ kind: 'saw', seat: OLEH, goal: 1, card: 'stone-NE' }, { en: 'Oleh looked at the middle goal: stone, curve up-right', ru: 'Oleh смотрит на среднюю цель: там камень, поворот вверх-вправо', uk: 'Oleh дивиться на середню ціль: там камінь, поворот угору-праворуч' }],
  [{ kind: 'passed', seat: OLEH, number: 1 }, { en: 'Oleh discarded a card', ru: 'Oleh сбрасывает карту', uk: 'Oleh скидає карту' }],
  [{ kind: 'passed', seat: ME }, { en: 'You passed', ru: 'Вы пасуете', uk: 'Ви пропускаєте хід' }],
  [{ kind: 'turned', seat: OLEH, goal: 1, card: 'stone-NE', shape: 'NE' }, { en: 'Oleh turned over the middle goal: stone, curve up-right', ru: 'Oleh открывает среднюю цель: там камень, поворот вверх-вправо', uk: 'Oleh відкриває середню ціль: там камінь, поворот угору-праворуч' }],
  [{ kind: 'turned', seat: ME, goal: 1, card: 'gold', shape: 'NESW' }, { en: 'You turned over the middle goal: gold', ru: 'Вы открываете среднюю цель: там золотой самородок', uk: 'Ви відкриваєте середню ціль: там золото' }],
  [{ kind: 'roles', card: 'saboteur' }, { en: 'Nobody was dealt: saboteur', ru: 'Никому не досталась роль: вредитель', uk: 'Нікому не дісталася роль: саботер' }],
  [{ kind: 'took', seat: INES }, { en: 'Ines took a gold card', ru: 'Ines берёт карту золота', uk: 'Ines бере карту скарбів' }],
  [{ kind: 'paid', seat: ME, number: 4 }, { en: 'You were paid 4 nuggets', ru: 'Вы получаете 4 самородка', uk: 'Ви отримуєте 4 самородки' }],
];

describe.each(['en', 'ru', 'uk'] as const)('what happened, in %s', (lang) => {
  beforeEach(() => speak(lang));
  it.each(SAID)('%j', (told, sentences) => expect(said(told)).toBe(sentences[lang]));
});

describe('where it happened', () => {
  const where = (told: Told) => scene(table, told);
  it('is a place on the board, or a player', () => {
    expect(where({ kind: 'laid', seat: INES, shape: 'NEW', x: 2, y: -1 })).toEqual({ spot: { x: 2, y: -1 }, seats: [] });
    expect(where({ kind: 'looked', seat: INES, goal: 2 })).toEqual({ spot: { x: 8, y: 2 }, seats: [] });
    expect(where({ kind: 'broke', seat: INES, target: OLEH, tool: 'lamp' })).toEqual({ spot: null, seats: [OLEH] });
    expect(where({ kind: 'round', number: 2 })).toEqual({ spot: null, seats: [] });
  });
});

describe('somebody who only watches', () => {
  it('is never addressed', () => {
    table = new Table(at.info(6, { you: -1 }));
    expect(said({ kind: 'paid', seat: -1, number: 1 })).not.toMatch(/You/);
    expect(said({ kind: 'passed', seat: OLEH, number: 1 })).toMatch(/^Oleh/);
  });
});
