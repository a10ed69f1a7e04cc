import type { CairnVisitor } from '../support/cairn-visitor.ts';
import { expect, phone, test } from '../support/test.ts';

const toast = { selector: '.toasts[popover]', text: 'lamp oil' };

/** The names of fields and buttons of the page whose middle the toast lies over. */
const covered = () => {
  const stack = document.querySelector('.toasts[popover]');
  const usable = document.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, [role=tab]');
  return [...usable].flatMap((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const hit = width > 0 ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
    return hit && stack?.contains(hit) && !stack.contains(each) ? [each.ariaLabel ?? each.innerText] : [];
  });
};

async function expectOutOfTheWay(app: CairnVisitor): Promise<void> {
  const { box } = await app.see(toast, ({ box }) => box.height > 0);
  expect(box.height, 'a toast is as high as its words').toBeLessThan(120);
  expect(await app.evaluate(covered)).toEqual([]);
}

for (const size of [undefined, phone])
  test(`a toast lies over nothing that is used${size ? ', on a phone' : ''}`, async ({ launch }) => {
    const app = await (await launch(size && { size })).open();
    await app.goOnWithoutKey();
    await app.turnTo('Files');
    await app.choose('input[type=file][multiple]:not([accept])', 'lamp oil.md', '# Lamp oil');
    await expectOutOfTheWay(app);
    if (size) {
      await app.turnTo('Chat');
      await expectOutOfTheWay(app);
    }
    await app.send('/todo Buy lamp oil');
    await app.conversationSays('Added');
  });
