import { expect, test } from 'vitest';
import { BroadcastTabs } from '../../../src/browser/tabs.ts';

test('a tab whose browser has no channels works alone', () => {
  const tabs = new BroadcastTabs(null);
  const end = tabs.subscribe('s1', () => expect.unreachable());
  tabs.post('s1', 'who');
  end();
});
