import { expect, test } from 'vitest';
import { Listeners } from '../../../src/values/emitter.ts';

test('a value is told to all who listen, and to nobody who has ended', () => {
  const listeners = new Listeners<number>();
  const heard: string[] = [];
  const end = listeners.add((value) => heard.push(`first ${value}`));
  listeners.add((value) => heard.push(`second ${value}`));
  listeners.tell(1);
  end();
  listeners.tell(2);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});
