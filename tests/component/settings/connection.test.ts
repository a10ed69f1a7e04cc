import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import TabTitle from '../../../src/ui/app/TabTitle.svelte';
import Connections from '../../../src/ui/settings/connections/Connections.svelte';
import KeyPlaceNow from '../../../src/ui/settings/connections/KeyPlaceNow.svelte';
import UnlockDialog from '../../../src/ui/settings/connections/UnlockDialog.svelte';
import ConnectionFields from '../../../src/ui/settings/connections/ConnectionFields.svelte';
import type { ConnectionFinding } from '../../../src/records/connection-finding.ts';
import { ConnectionForm } from '../../../src/ui/settings/connection-form.svelte.ts';
import type { ProviderChoice } from '../../../src/ui/app/app-dependencies.ts';
import { openApp, openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const providers: ProviderChoice[] = [
  {
    ...{ id: 'one', name: 'One', baseUrl: 'https://one.example/v1', models: ['m1', 'm2'] },
    ...{ needsKey: true, keyPage: 'https://one.example/keys' },
  },
  { id: 'custom', name: '', baseUrl: '', models: [], needsKey: false, keyPage: '' },
];
const works: ConnectionFinding = { ok: true, models: ['m1', 'm2'], tools: true, streaming: true };
const refused: ConnectionFinding = {
  ok: false,
  cause: { code: 'wrong_key', other: null, better: null },
  ...{ alike: [], models: [], near: [], detail: '', server: 'hosted', page: 'https://cairn.example' },
};
const onsaved = vi.fn();
const testConnection = vi.fn<() => Promise<ConnectionFinding>>();
const key = page.getByRole('textbox', { name: 'API key' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

beforeEach(() => {
  onsaved.mockClear();
  testConnection.mockReset().mockResolvedValue(works);
});

async function fields() {
  const desk = await openApp({ dependencies: { providers, testConnection } });
  const form = new ConnectionForm(desk.app.dependencies, desk.app.words);
  show(ConnectionFields, { app: desk.app, form, onsaved }, desk.page);
  return { ...desk, form };
}

test('R11.1 a provider brings its address, its models, and the page on which a key is made', async () => {
  await fields();
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://one.example/v1');
  await expect
    .element(page.getByRole('link', { name: /Get a key at one\.example/ }))
    .toHaveAttribute('href', providers[0]!.keyPage);
  await key.fill('sk-secret');
  await page.getByRole('combobox', { name: 'Provider' }).selectOptions('Custom');
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('');
  await expect.element(key).toHaveValue('');
});

test('R13.1 the key is hidden until the person looks at it, and goes to its own address only', async () => {
  await fields();
  await expect.element(page.getByText('The key is sent only to one.example.')).toBeVisible();
  await key.fill('sk-secret');
  const hidden = getComputedStyle(key.element()).getPropertyValue('-webkit-text-security');
  expect(hidden).toBe('disc');
  await press('Show key');
  await expect.poll(() => getComputedStyle(key.element()).getPropertyValue('-webkit-text-security')).toBe('none');
  await press('Hide key');
});

test.each([
  ['without a key', 'API key', '', 'Enter the API key of One.'],
  ['without a model', 'Model', '', 'Enter the name of a model.'],
  ['with half an address', 'Base URL', 'one.example', /Enter a full address/],
  ['with an address that sends the key openly', 'Base URL', 'http://one.example/v1', /./],
])('R11.2 %s nothing is saved: the error stands at its field, which has the focus', async (_, label, value, said) => {
  await fields();
  await key.fill('sk-secret');
  const field = page.getByLabelText(label, { exact: true });
  await field.fill(value);
  await press('Save');
  await expect.element(page.getByRole('alert')).toHaveTextContent(said);
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(onsaved).not.toHaveBeenCalled();
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('R11.2 a test tells a wrong key at once, and forgets that as soon as the key is another', async () => {
  testConnection.mockResolvedValue(refused);
  await fields();
  await key.fill('sk-wrong');
  await press('Test connection');
  await expect.element(page.getByText('This key was refused. Enter another one.')).toBeVisible();
  await key.fill('sk-other');
  await expect.element(page.getByText('This key was refused. Enter another one.')).not.toBeInTheDocument();
  expect(onsaved).not.toHaveBeenCalled();
});

test('R11.2 while a test runs it cannot be begun again, and afterwards the form is saved by Enter', async () => {
  let finish: (found: ConnectionFinding) => void = () => undefined;
  testConnection.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  const { app } = await fields();
  await key.fill('sk-right');
  await press('Test connection');
  await expect.element(page.getByRole('button', { name: 'Test connection' })).toBeDisabled();
  finish(works);
  await expect.element(page.getByRole('button', { name: 'Test connection' })).toBeEnabled();
  await key.click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onsaved.mock.calls.length).toBe(1);
  const [id] = onsaved.mock.calls[0] as [string];
  expect(await app.dependencies.secrets.read(id, 'https://one.example/v1')).toBe('sk-right');
  expect(await app.dependencies.stores.profiles.get(id)).toMatchObject({ model: 'm1', key_place: 'session' });
  expect(JSON.stringify(await app.dependencies.stores.profiles.get(id))).not.toContain('sk-right');
});

test('R13.1 a key that is to be encrypted asks for a passphrase of eight characters', async () => {
  const { app } = await fields();
  await key.fill('sk-right');
  await page.getByRole('radio', { name: 'On this device, encrypted' }).click();
  const passphrase = page.getByLabelText('Choose a passphrase');
  await expect.element(passphrase).toHaveFocus();
  await passphrase.fill('short');
  await press('Save');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a passphrase of at least 8 characters.');
  await passphrase.fill('long enough');
  await press('Save');
  await expect.poll(() => onsaved.mock.calls.length).toBe(1);
  const [id] = onsaved.mock.calls[0] as [string];
  expect(await app.dependencies.secrets.keyPlaceOf(id, 'https://one.example/v1')).toBe('passphrase');
});

test('R13.1 encrypted keys are unlocked by their passphrase and by no other', async () => {
  const { app, page: parts } = await openApp();
  const { secrets } = app.dependencies;
  await secrets.unlock('long enough');
  await secrets.write('p', 'https://one.example', 'sk-right', 'passphrase');
  secrets.lock();
  const onclose = vi.fn();
  show(UnlockDialog, { app, onclose }, parts);
  const field = page.getByLabelText('Passphrase', { exact: true });
  await field.fill('something else');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/That is not the passphrase/);
  await expect.element(field).toHaveFocus();
  expect(onclose).not.toHaveBeenCalled();
  await field.fill('long enough');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onclose.mock.calls.length).toBe(1);
  expect(await secrets.read('p', 'https://one.example')).toBe('sk-right');
});

test('R13.1 the passphrase is changed while the keys stay encrypted, in a field that can show it', async () => {
  const { app, page: parts } = await openApp();
  const { secrets } = app.dependencies;
  await secrets.unlock('long enough');
  await secrets.write('p', 'https://one.example', 'sk-right', 'passphrase');
  const form = { id: 'p', kept: 'passphrase', lockState: 'open', hasKey: true } as ConnectionForm;
  const profile = { id: 'p', provider: 'one', base_url: 'https://one.example', model: 'm1' };
  show(KeyPlaceNow, { app, form, profile: { ...profile, key_place: 'passphrase' } }, parts);
  await press('Change the passphrase');
  const field = page.getByLabelText('Choose a passphrase');
  await expect.element(field).toHaveAttribute('autocomplete', 'new-password');
  await press('Show what you type');
  await expect.element(field).toHaveAttribute('type', 'text');
  await field.fill('short');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a passphrase of at least 8 characters.');
  await field.fill('another one');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  secrets.lock();
  expect(await secrets.unlock('long enough')).toBe(false);
  expect(await secrets.unlock('another one')).toBe(true);
});

test('R13.1 a forgotten passphrase costs the encrypted keys, which are then entered anew', async () => {
  const { app, page: parts } = await openApp();
  const { secrets, stores } = app.dependencies;
  const at = { provider: 'one', base_url: 'https://one.example/v1', model: 'm1' };
  await stores.profiles.save({ ...at, id: 'p', key_place: 'passphrase', with_key: true });
  await stores.profiles.save({ ...at, id: 'q', key_place: 'device', with_key: true });
  await secrets.unlock('long enough');
  await secrets.write('p', at.base_url, 'sk-right', 'passphrase');
  await secrets.write('q', at.base_url, 'sk-other', 'device');
  secrets.lock();
  const onclose = vi.fn();
  show(UnlockDialog, { app, onclose }, parts);
  await expect.element(page.getByText(/until nothing has been done for 15 minutes/)).toBeVisible();
  await press('Forgotten the passphrase?');
  await press('Not now');
  await press('Forgotten the passphrase?');
  await press('Delete and enter anew');
  await expect.poll(() => onclose.mock.calls.length).toBe(1);
  expect(app.settingsSection).toBe('connection');
  expect([await secrets.keyPlaceOf('p', at.base_url), await secrets.keyPlaceOf('q', at.base_url)]).toEqual([
    null,
    'device',
  ]);
  expect((await stores.profiles.get('p'))?.with_key).toBe(false);
  expect((await stores.profiles.get('q'))?.with_key).toBe(true);
});

test('R11.2 a server that needs no key can be used without the one that was lost', async () => {
  const paused = taskIn('paused', [], { pause: { code: 'person' } });
  const desk = await openSession(paused, { dependencies: { providers, testConnection }, settings: { profile: 'p' } });
  const { app, session, page: parts } = desk;
  const { profiles } = app.dependencies.stores;
  const profile = { id: 'p', provider: 'custom', base_url: 'http://localhost:11434/v1', model: 'm1' };
  await profiles.save({ ...profile, key_place: 'session', with_key: true });
  show(TabTitle, { app, session }, parts);
  await expect.poll(() => session.status.action).toBe('connect');
  show(Connections, { app }, parts);
  await expect.element(page.getByText('saved with a key that is no longer here')).toBeVisible();
  await press('Use without a key');
  await expect.element(page.getByText('No key is kept.')).toBeVisible();
  await expect.poll(() => session.status.action).toBe('continue');
  expect((await profiles.get('p'))?.with_key).toBe(false);
});

test('R11.1 a key for which the task had asked sends the person back to the task', async () => {
  const paused = taskIn('paused', [], { pause: { code: 'person' } });
  const desk = await openSession(paused, { dependencies: { providers, testConnection }, settings: { profile: 'p' } });
  const { app, session, page: parts } = desk;
  const profile = { id: 'p', provider: 'one', base_url: 'https://one.example/v1', model: 'm1' };
  await app.dependencies.stores.profiles.save({ ...profile, key_place: 'session' });
  show(TabTitle, { app, session }, parts);
  await expect.poll(() => session.status.action).toBe('connect');
  show(Connections, { app }, parts);
  await key.fill('sk-right');
  await press('Save');
  await expect
    .poll(() => parts.toasts.list.map(({ text }) => text))
    .toEqual(['The connection is saved. Press Continue to go on.']);
  expect(session.status.action).toBe('continue');
});
