import { modelShelfContract } from '../contracts/model-shelf.ts';
import { PageShelf } from '../e2e/support/page-shelf.ts';
import { expect, test } from '../e2e/support/test.ts';

test('R11.4 the shelf in the browser keeps what the contract of shelves promises', async ({ app, models }) => {
  const shelf = await PageShelf.in(app.page);
  for (const [title, holds] of Object.entries(modelShelfContract)) {
    await test.step(title, async () => {
      models.forget();
      await holds({
        shelf,
        site: models.origin,
        closed: `${models.origin}/closed/a.gguf`,
        asked: (path) => models.asked(path),
      });
      for (const model of await shelf.list()) await shelf.remove(model.name);
    });
  }
  const inFolder = (left?: string) =>
    app.page.evaluate(async (name) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
      if (name) await folder.getFileHandle(name, { create: true });
      const names: string[] = [];
      for await (const { name } of folder.values()) names.push(name);
      return names;
    }, left);
  expect(await inFolder('a.gguf.left-by-a-crash')).toEqual(['a.gguf.left-by-a-crash']);
  expect(await shelf.list()).toEqual([]);
  expect(await inFolder()).toEqual([]);
});
