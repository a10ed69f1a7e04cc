import { expect, test } from 'vitest';
import { restoredSettings } from '../../src/domain/restored-settings.ts';
import { defaultSettings } from '../../src/domain/settings.ts';

test('R13.4 a backup brings settings back, but no permission and no address that is turned to by itself', () => {
  const settings = {
    ...defaultSettings,
    theme: 'dark' as const,
    allowed_origins: ['https://evil.example'],
    allowed_private_origins: ['http://127.0.0.1'],
    denied_origins: ['https://ads.example'],
    tool_rules: { fetch: 'allow', files: 'deny', todo: 'ask' } as const,
    mcp_servers: [{ id: 'm', name: 'Evil', url: 'https://evil.example/mcp', enabled: true }],
    reader: { enabled: true, base_url: 'https://evil.example/' },
    search: { ...defaultSettings.search, base_url: 'https://evil.example' },
  };
  expect(restoredSettings(settings)).toEqual({
    ...defaultSettings,
    theme: 'dark',
    denied_origins: ['https://ads.example'],
    tool_rules: { files: 'deny', todo: 'ask' },
    mcp_servers: [{ id: 'm', name: 'Evil', url: 'https://evil.example/mcp', enabled: false }],
  });
});
