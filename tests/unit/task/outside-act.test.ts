import { expect, test } from 'vitest';
import { asksForOutsideAct } from '../../../src/task/outside-act.ts';
import everyday from '../../fixtures/everyday-steps.json' with { type: 'json' };

test.each([
  'Book the hotel',
  'Book two return train tickets to Lyon',
  '3. Please reserve a table for four',
  'Buy paint and brushes',
  'Order pizza for six',
  'Order new filters online',
  'Pay the electricity bill',
  'Send the draft to Anna',
  'Email the landlord about the leak',
  'Call the restaurant to confirm',
  'Contact the venue',
  'Invite Tom and Ana',
  'Sign up for the course',
  'Submit the visa application',
  'Post the summary on LinkedIn',
  'Cancel the old subscription',
  'Rent a car',
  'Transfer money to the contractor',
  'Compare the prices, then book the flight',
  '预订酒店',
  '在携程上预订机票',
  '请先购买颜料和画笔',
  '买牛奶和面包',
  '订一家餐厅',
  '给房东打电话',
  '发送邮件给团队',
  '向客户发送合同',
  '缴纳电费',
  '报名瑜伽课程',
  '提交签证申请',
  '取消旧的订阅',
  '租车',
])('R8.6 “%s” asks for an act outside, which no tool can do', (description) => {
  expect(asksForOutsideAct(description)).toBe(true);
});

test.each([
  'Book recommendations: list five',
  'Compare hotels',
  'List what to buy',
  'Order the tasks by date',
  'Order the parts by price',
  'Pay attention to the deadlines',
  'Purchase order template',
  'Send a reminder on Friday',
  'Send a GET request to the API',
  'Email templates: draft three',
  'Call the weather API',
  'Contact details of the venues',
  'Submit the final answer',
  'Post-process the table',
  'Schedule an appointment in the calendar',
  'If the price is right, book the flight',
  'Find out how to register',
  'List what to end: rent a flat, buy a car, call the bank',
  'List the contracts (rent, power, insurance)',
  '比较酒店价格',
  '列出购买清单',
  '购买建议',
  '预定义分类',
  '发现规律',
  '发送请求到接口',
  '联系方式整理成表',
  '整理订单数据',
  '如果合适，预订酒店',
  '交叉验证结果',
  '列出要终止的合同：租房、水电、宽带',
  '买家评价总结',
  '买之前先选好',
  '选购冰箱，预算最多 5000',
])('R8.6 “%s” does not', (description) => {
  expect(asksForOutsideAct(description)).toBe(false);
});

test('R8.6 of 500 published everyday steps only such as ask for one are taken for it', () => {
  const verb = /^(?:book|buy|enroll|order|purchase|rent|send|sign up|submit)\b/i;
  expect(everyday.filter(asksForOutsideAct)).toHaveLength(18);
  expect(everyday.filter((description) => asksForOutsideAct(description) && !verb.test(description))).toEqual([]);
});
