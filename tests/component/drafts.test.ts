import { afterEach, expect, test } from 'vitest';
import { Drafts } from '../../src/app/drafts.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  localStorage.clear();
});

test('R8.3 a message that is sent but not yet stored when its tab is closed is left for the next tab', () => {
  const app = {
    sending: new Map([['s1', ['Call the inn']]]),
    drafts: new Map([['s1', 'and the ferry']]),
    unsaved: new Map(),
  };
  new Drafts({ app: app as never, tab: sessionStorage, device: localStorage });
  const become = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    return JSON.parse(localStorage.getItem('cairn.drafts') ?? '[]') as unknown;
  };
  expect(become('hidden')).toEqual([['s1', 'Call the inn\nand the ferry']]);
  expect(become('visible')).toEqual([]);
});
