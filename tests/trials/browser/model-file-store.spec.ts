import { modelFileStoreContract } from '../../contracts/model-file-store.ts';
import { PageModelFiles } from '../../e2e/support/page-model-files.ts';
import { expect, test } from '../../e2e/support/test.ts';

test('R11.4 the model files in the browser keep what the contract of model files promises', async ({ app, models }) => {
  const files = await PageModelFiles.in(app.page);
  for (const [title, holds] of Object.entries(modelFileStoreContract)) {
    await test.step(title, async () => {
      models.forget();
      await holds({
        files,
        site: models.origin,
        closed: `${models.origin}/closed/a.gguf`,
        asked: (path) => models.asked(path),
      });
      for (const model of await files.list()) await files.remove(model.name);
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
  expect(await files.list()).toEqual([]);
  expect(await inFolder()).toEqual([]);
});
