import { expect, test } from 'vitest';
import { Run, toStoredRun } from '../../../src/task/run.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { usual } from './usual.ts';
import { calls, textOf, World } from './world.ts';

const goal = '東京会議準備';

class AbroadWorld extends World {
  override readonly clock: FakeClock;
  constructor(languages: readonly string[]) {
    super(usual(['会場予約確認'], { replan: () => calls(['finish_task', { response: '' }]) }));
    void this.runner.close();
    this.clock = new FakeClock(undefined, undefined, undefined, [...languages]);
    this.open();
  }
}

async function carriedOut(languages: readonly string[]): Promise<World> {
  const world = new AbroadWorld(languages);
  world.submit(goal);
  await world.untilPhase('completed');
  return world;
}

test('a goal in Han characters of a person who reads Japanese is answered in Japanese, by English prompts', async () => {
  const world = await carriedOut(['ja-JP', 'en']);
  expect(world.run.language).toBe('ja');
  for (const request of world.model.requests) {
    expect(textOf(request)).toContain('Answer in Japanese.');
    expect(textOf(request)).not.toContain('你是');
  }
  expect(Run.parse(toStoredRun(world.run))).toEqual(world.run);
});

test.each([[['zh-CN', 'ja']], [['en-US']]])('the same goal is Chinese for a person who reads %j', async (languages) => {
  const world = await carriedOut(languages);
  expect(world.run).not.toHaveProperty('language');
  for (const request of world.model.requests) expect(textOf(request)).toContain('你是 Cairn');
});
