import { defaultSettings, type Settings } from '../../src/records/settings.ts';
import type { Network } from '../../src/ports/network.ts';
import type { ToolPorts } from '../../src/tools/all-tools.ts';
import { htmlPageReader } from '../../src/tools/fetch/readable-page.ts';
import { searchUsingStoredKey } from '../../src/tools/search/run-search.ts';
import { FakeCompanion } from './fake-companion.ts';
import { FakeImages } from './fake-images.ts';
import { FakeNetwork } from './fake-network.ts';
import { FakeOffice } from './fake-office.ts';
import { FakePdfText } from './fake-pdf-text.ts';
import { FakeSandbox } from './fake-sandbox.ts';
import { MemorySecrets } from './memory-secrets.ts';

/** Returns the ports that tools need, as fakes. */
export function toolPorts(network: Network = new FakeNetwork(), settings: Settings = defaultSettings): ToolPorts {
  return {
    network,
    companion: new FakeCompanion(),
    settings: () => settings,
    search: searchUsingStoredKey(network, new MemorySecrets()),
    languages: () => ['en-GB'],
    markup: htmlPageReader,
    pdf: new FakePdfText(),
    office: new FakeOffice(),
    images: new FakeImages(),
    sandbox: new FakeSandbox(),
  };
}
