import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusRecovery } from '../../../src/ui/app/lost-focus.ts';
import { rendered, root } from '../support/mount.ts';
import { tap } from '../support/pointer.ts';

let end: () => void;

beforeEach(() => {
  end = focusRecovery.watch();
});

afterEach(() => {
  end();
  root().remove();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Shows markup; returns the element with an id. */
function draw(markup: string): (id: string) => HTMLElement {
  root().innerHTML = markup;
  return (id) => document.getElementById(id)!;
}

const rows = `<ul>${['a', 'b', 'c'].map((id) => `<li id="${id}"><button>Open ${id}</button><button>Drop ${id}</button></li>`).join('')}</ul>`;

test('R14.5 the focus of a control that is replaced goes to what stands in its place', async () => {
  const find = draw('<button>Before</button><p id="state"><button id="go">Pause</button><button>Stop</button></p>');
  find('go').focus();
  find('go').outerHTML = '<button>Continue</button>';
  await expect.element(button('Continue')).toHaveFocus();
});

test('R14.5 the focus of a removed row goes to the next one, and of the last one to the one before', async () => {
  const find = draw(`<section>${rows}<button>After</button></section>`);
  button('Drop b').element().focus();
  find('b').remove();
  await expect.element(button('Open c')).toHaveFocus();
  button('Drop c').element().focus();
  find('c').remove();
  await expect.element(button('Open a')).toHaveFocus();
  find('a').parentElement?.remove();
  await expect.element(button('After')).toHaveFocus();
});

test('R14.5 the focus goes to the heir that the lost part names, also if other controls are nearer', async () => {
  const find = draw(
    '<div><div id="card" data-heir="#message"><button>Allow</button></div><button>Near</button></div><textarea id="message"></textarea>',
  );
  button('Allow').element().focus();
  find('card').remove();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
});

test('R14.5 of several heirs the first that is there has the focus, wherever they stand', async () => {
  const find = draw(
    '<div id="card" data-heir="#way, #message"><button id="go">Allow</button></div><button id="way">Way</button><textarea id="message"></textarea>',
  );
  find('go').focus();
  find('card').hidden = true;
  await expect.element(button('Way')).toHaveFocus();
  find('card').hidden = false;
  find('go').focus();
  find('way').remove();
  find('card').hidden = true;
  await expect.element(page.getByRole('textbox')).toHaveFocus();
});

test('R14.5 a control that is disabled while it works has the focus again once it is enabled', async () => {
  const find = draw('<div><button id="load">Load</button><button>Cancel</button></div>');
  find('load').focus();
  find('load').toggleAttribute('disabled', true);
  await expect.element(button('Cancel')).toHaveFocus();
  find('load').toggleAttribute('disabled', false);
  await expect.element(button('Load')).toHaveFocus();
});

test('a control that is disabled does not take the focus back from a person who has pressed a key since', async () => {
  const find = draw('<div><button id="load">Load</button><button>Cancel</button></div>');
  find('load').focus();
  find('load').toggleAttribute('disabled', true);
  await expect.element(button('Cancel')).toHaveFocus();
  await userEvent.keyboard('{Shift}');
  find('load').toggleAttribute('disabled', false);
  await rendered();
  await expect.element(button('Cancel')).toHaveFocus();
});

test('while a control that had the focus is disabled, changes of the page do not make it be laid out', async () => {
  const find = draw('<div><button id="load">Load</button><button>Cancel</button></div>');
  find('load').focus();
  find('load').toggleAttribute('disabled', true);
  await expect.element(button('Cancel')).toHaveFocus();
  const measured = vi.spyOn(find('load'), 'getClientRects');
  root().append('more');
  await rendered();
  expect(measured).not.toHaveBeenCalled();
  find('load').toggleAttribute('disabled', false);
  await expect.element(button('Load')).toHaveFocus();
  expect(measured).toHaveBeenCalled();
});

test('R14.5 the focus of a control that is hidden goes to its neighbour', async () => {
  const find = draw('<div><button>Stay</button><span id="hidden"><button>Hide</button></span></div>');
  button('Hide').element().focus();
  find('hidden').style.display = 'none';
  await expect.element(button('Stay')).toHaveFocus();
});

test('R14.5 a row that is moved keeps the focus', async () => {
  const find = draw(rows);
  button('Open a').element().focus();
  find('a').parentElement?.append(find('a'));
  await expect.element(button('Open a')).toHaveFocus();
});

test('R14.5 the focus stays within an open dialog', async () => {
  const find = draw(
    '<button>Outside</button><dialog id="d" tabindex="-1"><p id="only"><button>Only</button></p></dialog>',
  );
  (find('d') as HTMLDialogElement).showModal();
  button('Only').element().focus();
  find('only').remove();
  await expect.element(page.getByRole('dialog')).toHaveFocus();
});

test('R14.5 from a dialog that is removed the focus goes to its opener, or to where that stood', async () => {
  const dialog = '<dialog id="d"><button>Yes</button></dialog>';
  const find = draw(`${rows}${dialog}`);
  const open = (opener: string) => {
    button(opener).element().focus();
    (find('d') as HTMLDialogElement).showModal();
    button('Yes').element().focus();
  };
  open('Drop a');
  find('d').remove();
  await expect.element(button('Drop a')).toHaveFocus();
  root().insertAdjacentHTML('beforeend', dialog);
  open('Drop a');
  find('a').remove();
  find('d').remove();
  await expect.element(button('Open b')).toHaveFocus();
});

test('R14.6 from a message that is dismissed the focus goes back to where it was, not to the next message', async () => {
  const find = draw(
    '<button>Work</button><div class="toasts"><div class="toast" id="t"><button>Undo</button></div><div class="toast"><button>Undo more</button></div></div>',
  );
  button('Work').element().focus();
  button('Undo').element().focus();
  find('t').remove();
  await expect.element(button('Work')).toHaveFocus();
});

test('R14.5 once nothing is left, the focus waits for the message field', async () => {
  const find = draw('<main id="welcome"><button>Save</button></main>');
  button('Save').element().focus();
  find('welcome').remove();
  await rendered();
  expect(focusRecovery.isAstray).toBe(true);
  root().innerHTML = '<textarea id="message"></textarea>';
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  expect(focusRecovery.isAstray).toBe(false);
});

test('the focus is left where the app has moved it', async () => {
  const find = draw(`${rows}<button id="far">Far</button>`);
  button('Drop a').element().focus();
  find('a').remove();
  find('far').focus();
  await rendered();
  await expect.element(button('Far')).toHaveFocus();
});

test('the focus is left nowhere after a press beside every control, or where the app took it away', async () => {
  const find = draw(`${rows}<p>Some words</p>`);
  await userEvent.click(button('Open a'));
  await userEvent.click(page.getByText('Some words'));
  find('a').remove();
  await rendered();
  expect(document.activeElement).toBe(document.body);
  button('Open b').element().focus();
  button('Open b').element().blur();
  await rendered();
  find('b').remove();
  await rendered();
  expect(document.activeElement).toBe(document.body);
});

test('the focus is left nowhere while a person who uses the mouse has text selected', async () => {
  const find = draw(`${rows}<p id="words">Some words</p>`);
  await userEvent.click(button('Drop a'));
  getSelection()?.selectAllChildren(find('words'));
  find('a').remove();
  await rendered();
  expect(document.activeElement).toBe(document.body);
  expect(getSelection()?.toString()).toBe('Some words');
});

test('R14.5 text that was selected in a field that the person has left by Tab does not lose the focus', async () => {
  const find = draw('<textarea></textarea><p><button id="go">Pause</button></p>');
  find('go').addEventListener('click', () => (find('go').outerHTML = '<button>Continue</button>'));
  await userEvent.type(page.getByRole('textbox'), 'one');
  await userEvent.keyboard('{Control>}a{/Control}{Tab}{Enter}');
  await expect.element(button('Continue')).toHaveFocus();
});

test('R14.5 text selected in a field does not lose the focus of a button pressed by the mouse either', async () => {
  const find = draw('<textarea></textarea><p><button id="go">Pause</button></p>');
  find('go').addEventListener('click', () => (find('go').outerHTML = '<button>Continue</button>'));
  await userEvent.type(page.getByRole('textbox'), 'one');
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.click(button('Pause'));
  await expect.element(button('Continue')).toHaveFocus();
});

test('R14.5 the place the focus goes to comes into view for a person at the keyboard, not for one at the wheel', async () => {
  const find = draw(
    '<div id="scroll" style="height: 200px; overflow: auto"><p><button id="go">Pause</button></p><p style="height: 2000px"></p></div>',
  );
  const lose = async (name: string) => {
    find('scroll').scrollTop = 1000;
    find('go').outerHTML = `<button id="go">${name}</button>`;
    await expect.element(button(name)).toHaveFocus();
    return find('scroll').scrollTop;
  };
  await userEvent.click(button('Pause'));
  expect(await lose('Continue')).toBe(1000);
  await userEvent.keyboard('{Shift}');
  find('scroll').dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: 100 }));
  expect(await lose('Stop')).toBe(1000);
  await userEvent.keyboard('{Shift}');
  expect(await lose('Start')).toBeLessThan(100);
});

test('R14.4 after a touch the focus does not go to a text field, which would open the keyboard', async () => {
  const find = draw(
    '<div id="card" data-heir="#message"><button>Allow</button></div><textarea id="message"></textarea>',
  );
  await tap(button('Allow'));
  button('Allow').element().focus();
  find('card').remove();
  await rendered();
  expect(document.activeElement).toBe(document.body);
});

test('R14.5 letters typed after a text field is gone are astray until the person does something else', async () => {
  const find = draw('<div><input id="field" /><button>Next</button></div>');
  await userEvent.fill(page.getByRole('textbox'), 'one');
  await userEvent.keyboard('{Enter}');
  find('field').remove();
  await expect.element(button('Next')).toHaveFocus();
  await userEvent.keyboard('n');
  expect(focusRecovery.isAstray).toBe(true);
  await userEvent.keyboard('{ArrowDown}');
  expect(focusRecovery.isAstray).toBe(false);
});

test('R14.5 after Enter has closed a field, only the first letter is astray', async () => {
  const find = draw('<div><input id="field" /><button>Next</button></div>');
  await userEvent.type(page.getByRole('textbox'), 'one{Enter}');
  find('field').remove();
  await expect.element(button('Next')).toHaveFocus();
  await userEvent.keyboard('{Shift>}?');
  expect(focusRecovery.isAstray).toBe(true);
  await userEvent.keyboard('?{/Shift}');
  expect(focusRecovery.isAstray).toBe(false);
});

test('R14.5 all letters typed are astray after a field that is gone in the middle of a word', async () => {
  const find = draw('<div><input id="field" /><button>Next</button></div>');
  await userEvent.type(page.getByRole('textbox'), 'one');
  find('field').remove();
  await expect.element(button('Next')).toHaveFocus();
  await userEvent.keyboard('two');
  expect(focusRecovery.isAstray).toBe(true);
});

test('R14.5 once Enter or Escape in a field has closed its dialog, letters are shortcuts again', async () => {
  const find = draw('<button>Open</button><dialog id="d"><input /></dialog>');
  const dialog = find('d') as HTMLDialogElement;
  for (const key of ['Enter', 'Escape']) {
    button('Open').element().focus();
    dialog.showModal();
    await userEvent.type(page.getByRole('textbox'), `one{${key}}`);
    dialog.close();
    await expect.element(button('Open')).toHaveFocus();
    expect(focusRecovery.isAstray).toBe(false);
  }
});

test('letters typed after Tab has left a text field are not astray', async () => {
  draw('<div><input /><button>Next</button></div>');
  await userEvent.type(page.getByRole('textbox'), 'one');
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Next')).toHaveFocus();
  expect(focusRecovery.isAstray).toBe(false);
});
