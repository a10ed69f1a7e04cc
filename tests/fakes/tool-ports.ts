import { defaultSettings, type Settings } from '../../src/domain/settings/settings.ts';
import type { Network } from '../../src/ports/network.ts';
import type { ToolPorts } from '../../src/tools/all-tools.ts';
import { FakeNetwork } from './fake-network.ts';
import { FakePdfText } from './fake-pdf-text.ts';
import { FakeSandbox } from './fake-sandbox.ts';
import { MemorySecrets } from './memory-secrets.ts';

/** What the tools need, as a test has it. */
export function toolPorts(network: Network = new FakeNetwork(), settings: Settings = defaultSettings): ToolPorts {
  return {
    network,
    settings: () => settings,
    secrets: new MemorySecrets(),
    pdf: new FakePdfText(),
    sandbox: new FakeSandbox(),
  };
}
