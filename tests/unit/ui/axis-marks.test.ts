import { expect, test } from 'vitest';
import { CompressedTimeAxis } from '../../../src/ui/history/compressed-time.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { axisMarks } from '../../../src/ui/history/axis-marks.ts';

const words = new Translator();
await words.loadAll();
const begin = Date.parse('2026-11-21T12:00:10.000Z');
const minute = 60_000;

test('R14.3 the axis tells its ends and round times on the clocks of the zone, as far as there is room', () => {
  const whole = { from: begin, to: begin + 9 * minute };
  const marks = axisMarks(new CompressedTimeAxis(whole, [whole]), 500, 'Europe/Berlin', words);
  const labelled = marks.filter((mark) => mark.hasLabel).sort((a, b) => a.place - b.place);
  expect(labelled.map(({ text }) => text)).toEqual(['13:00:10', '13:05', '13:09:10']);
});

test('R14.3 a break on the axis says how much time it leaves out', () => {
  const whole = { from: begin, to: begin + 125 * minute };
  const work = [
    { from: begin, to: begin + 3 * minute },
    { from: begin + 123 * minute, to: whole.to },
  ];
  const marks = axisMarks(new CompressedTimeAxis(whole, work), 360, 'Asia/Kolkata', words);
  expect(marks.filter(({ kind }) => kind === 'break')).toEqual([
    expect.objectContaining({ text: '2 h 0 min', hasLabel: true }),
  ]);
  expect(marks[0]).toEqual({ place: 0, kind: 'moment', text: '17:30:10', hasLabel: true });
});
