/** What was assumed where a model's reply left it open, one line each. */
export const defaults = {
  en: {
    'default.plan_kept': 'The reply said nothing that can be used about the plan, so the plan stays as it is',
    'default.closing_composed': 'The model gave no closing answer; this one is put together from the results',
    'default.closed_early': 'The model ended the task before all of it was done. Left out: {names}',
    'default.step_taken': 'The model did not say that the step is done; it counts as done, since its work succeeded',
    'default.revision_repeated': 'The model proposed the same change of the plan again; the plan goes on as it is',
    'default.already_done': 'Already done earlier in this task, so it was not done a second time',
    'default.fewer_checks': 'This model’s replies are often hard to read: from here on the plan is checked less often',
    'default.asked_back': 'The model would have ended the task with steps left; it was asked whether it means that',
    'default.rest': 'Go on with the rest',
  },
  zh: {
    'default.plan_kept': '回复中没有关于计划的可用内容，计划保持不变',
    'default.closing_composed': '模型没有给出最终回答；这里根据各步结果整理而成',
    'default.closed_early': '模型提前结束了任务。未做的步骤：{names}',
    'default.step_taken': '模型没有说明这一步已完成；由于操作成功，视为完成',
    'default.revision_repeated': '模型再次提出同样的改动；计划照原样继续',
    'default.already_done': '这项任务里已经做过，没有再做一次',
    'default.fewer_checks': '这个模型的回复常常难以读懂：从现在起减少对计划的检查',
    'default.asked_back': '模型想在还有步骤时结束任务，已向它确认',
    'default.rest': '继续做剩下的',
  },
} as const;
