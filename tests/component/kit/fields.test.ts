import { createRawSnippet } from 'svelte';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Check from '../../../src/ui/kit/Check.svelte';
import Field from '../../../src/ui/kit/Field.svelte';
import { pageParts, show } from '../support/mount.ts';
import PickerHost from './PickerHost.svelte';

const control = createRawSnippet<[string, string | undefined]>((id, note) => ({
  render: () => `<input id="${id()}" aria-describedby="${note() ?? ''}">`,
}));

test('a checkbox is checked by its whole label, hint included, and by Space', async () => {
  const onchange = vi.fn();
  show(Check, { label: 'Review plans', hint: 'You approve each one.', checked: false, onchange }, await pageParts());
  await page.getByText('You approve each one.').click();
  page
    .getByRole('checkbox', { name: /^Review plans/ })
    .element()
    .focus();
  await userEvent.keyboard(' ');
  expect(onchange.mock.calls).toEqual([[true], [false]]);
});

test('R14.5 a field is found by its label, and its error takes the place of its hint and is told', async () => {
  const parts = await pageParts();
  show(Field, { label: 'Base URL', control, hint: 'Where the model is.' }, parts);
  show(Field, { label: 'Key', control, hint: 'It stays here.', error: 'Enter a key.' }, parts);
  await expect
    .element(page.getByRole('textbox', { name: 'Base URL' }))
    .toHaveAccessibleDescription('Where the model is.');
  await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveAccessibleDescription('Enter a key.');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a key.');
});

test('the same file can be chosen twice in the picker, and several at once', async () => {
  const picked: string[][] = [];
  const onpick = (_: File, all: File[]) => void picked.push(all.map(({ name }) => name));
  show(PickerHost, { onpick }, await pageParts());
  const file = (name: string) => new File(['x'], name, { type: 'text/plain' });
  const input = page.getByLabelText('Files');
  await userEvent.upload(input, [file('a.txt')]);
  await userEvent.upload(input, [file('a.txt')]);
  await userEvent.upload(input, [file('a.txt'), file('b.txt')]);
  expect(picked).toEqual([['a.txt'], ['a.txt'], ['a.txt', 'b.txt']]);
});

test('a button opens the picker each time that it is pressed', async () => {
  show(PickerHost, { onpick: () => undefined }, await pageParts());
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  try {
    await page.getByRole('button', { name: 'Choose' }).click();
    await page.getByRole('button', { name: 'Choose' }).click();
    expect(opened).toHaveBeenCalledTimes(2);
  } finally {
    opened.mockRestore();
  }
});
