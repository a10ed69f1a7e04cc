import { expect, test } from 'vitest';
import { Emitter } from '../../../src/values/emitter.ts';

test('a value is told to all who listen, and to nobody who has ended', () => {
  const listeners = new Emitter<number>();
  const heard: string[] = [];
  const end = listeners.add((value) => heard.push(`first ${value}`));
  listeners.add((value) => heard.push(`second ${value}`));
  listeners.emit(1);
  end();
  listeners.emit(2);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});
