import type { demo as english } from '../en/demo.ts';
import type { Translated } from '../translate.ts';

export const demo = {
  'demo.title': '演示',
  'demo.mark': '演示',
  'demo.moment.begin': '模型按脚本计划一次周末旅行，步骤和工具都是真的。',
  'demo.moment.question': '只有你知道的事，Cairn 会问你。',
  'demo.moment.drag': '两个步骤同时进行。拖动还没开始的步骤左侧的手柄，可以调整顺序。',
  'demo.moment.at_once': '两个步骤同时进行；还没开始的步骤可以移动、修改或跳过。',
  'demo.moment.permission': '你同意之前，什么都不会删除。',
  'demo.moment.end': '演示到此结束。要做自己的目标，需要连接模型。',
  'demo.lake': '去湖边',
  'demo.mountains': '去山里',
  'demo.skip': '跳过',
  'demo.remove': '移除演示添加的内容',
  'demo.removed': '演示添加的内容已移到回收站。',
  'picture.label': '一份进行中的计划：两步已完成，一步在删除之前先问你，还有两步没开始，可以调整顺序。',
  'picture.goal': '计划一次周末旅行',
  'picture.where': '问清想去哪里',
  'picture.where_note': '去湖边',
  'picture.way': '比较怎么去',
  'picture.dates': '找一个空闲的周末',
  'picture.dates_note': '先问你',
  'picture.pack': '列出要带的东西',
  'picture.page': '把行程写成一页',
} satisfies Translated<typeof english>;
