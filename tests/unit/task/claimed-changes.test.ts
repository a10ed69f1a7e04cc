import { expect, test } from 'vitest';
import { changesSaidMade } from '../../../src/task/claimed-changes.ts';

test.each<[string, string[]]>([
  [
    '已把下周三下午三点的会议加入日程，并新增了 3 条待办；也给李经理发了短信，并转账三千五百元。',
    ['todos', 'entries', 'messages', 'payments'],
  ],
  ['下周三的会议已加入您的日程。', ['entries']],
  ['任务完成，已将三项内容添加到待办列表。', ['todos']],
  ['- ✅ 已新增两条待办事项', ['todos']],
  ['已设置一个提醒。', ['reminders']],
  ['我已把您的偏好存入记忆。', ['notes']],
  ['已将总结发送给李经理。', ['messages']],
  ['已为您预订了两张高铁票。', ['payments']],
  ['我已帮您支付房租。', ['payments']],
  ['I’ve added the meeting to your calendar, created 3 to-dos and sent Li a text.', ['todos', 'entries', 'messages']],
  ['I have transferred 3,500 yuan to Li.', ['payments']],
  ['I emailed the venue and booked two tickets.', ['messages', 'payments']],
  ['I set a reminder for 9 am.', ['reminders']],
  ['Your meeting has been added to your calendar.', ['entries']],
  ['I saved your preference as a note.', ['notes']],
  ['All three to-dos have been added to your to-do list.', ['todos']],
])('R8.6 “%s” says that such changes were made: %j', (text, kinds) => {
  expect(changesSaidMade(text)).toEqual(kinds);
});

test.each([
  '建议把会议加入日程。',
  '您可以把这些事项添加到待办。',
  '如果需要，我可以把会议加入日程，并发送邮件给李经理。',
  '没有把会议加入日程。',
  '会议未加入日程。',
  '您已把会议加入日程。',
  '苹果发布了新品，已向媒体发送邀请函。',
  '他昨天去了银行，转账了三千五百元。',
  '张三给李四发了短信。',
  '报告写道：“已给李经理发了短信。”',
  '本周工作：\n- 已向客户发送 3 封邮件\n- 已给供应商付款',
  '尊敬的李经理：\n已向您的团队发送邀请函。',
  '我已在报告中添加了 5 条待办。',
  '已支付 3 笔，未支付 2 笔。',
  '我整理了支付宝的转账记录。',
  '要我给李经理发短信吗？',
  '这项改革已提上日程。',
  'I found three emails about the meeting.',
  'I could not add the meeting to your calendar.',
  'I have not sent any email.',
  'I can add these to your to-do list.',
  'I’ve added a to-do list to the report.',
  'I created 12 to-dos in the plan document.',
  'Shall I say that I sent an email?',
  'Dear Ms Li,\nI have sent the invitations to all guests and booked the venue.',
  'She said: "I have booked the hotel."',
  'You have added the meeting to your calendar.',
  'I summarised the emails that Anna sent.',
  'I’ve listed what each hotel costs; book the room yourself.',
  'I’ve scheduled the museum for day 2, and ordered the list by date.',
  '## Diary\nI booked two tickets and called home.',
  'If I had sent the email, he would know.',
])('R8.6 “%s” says of no change that its author made it', (text) => {
  expect(changesSaidMade(text)).toEqual([]);
});
