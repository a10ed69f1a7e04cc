/** The slash commands: a line of help for each, and their answers. */
export const commands = {
  'commands.help.todo': 'List your to-dos, or add one: /todo Buy bread tomorrow !high #shopping',
  'commands.help.schedule':
    'List your calendar, or add an entry: /schedule tomorrow 3pm Dentist, /schedule every Monday 9:00 Standup',
  'commands.help.view':
    'Show what is on today, tomorrow or any other day, this week or this month, and what overlaps; or the plan',
  'commands.help.new': 'Start a new session, with a goal if you write one: /new Plan the weekend',
  'commands.help.plan': 'Show the plan, or make one for a goal',
  'commands.help.pause': 'Pause the plan',
  'commands.help.continue': 'Continue a paused or interrupted plan',
  'commands.help.stop': 'Stop the plan; “continue” goes on with the rest later',
  'commands.help.retry': 'Try a failed step again',
  'commands.help.skip': 'Skip the next step',
  'commands.help.export': 'Save the plan as plan.json',
  'commands.help.import': 'Load a plan from a file',
  'commands.help.template': 'Start from a template, or keep the plan as one: /template save Weekly review',
  'commands.help.memory': 'Show what is remembered across sessions, or add to it: /memory The cabin has no heating',
  'commands.help.help': 'Show all commands',
  'commands.word.today': 'today',
  'commands.word.tomorrow': 'tomorrow',
  'commands.word.week': 'week',
  'commands.word.month': 'month',
  'commands.word.save': 'save',
  'commands.title': 'Commands',
  'commands.unknown': 'There is no command /{name}. Type / to see all commands.',
  'commands.unknown_nearest': 'There is no command /{name}. Did you mean {nearest}?',
  'commands.template_usage':
    'Type /template to choose a template, or /template save and a name to keep the present plan as one.',
  'commands.template_no_plan': 'There is no plan yet that could be kept as a template.',
  'commands.template_needs_name': 'Give the template a name: /template save Weekly review',
  'commands.template_saved': 'The plan is kept as the template “{name}”. Start from it with /template.',
  'commands.todo_added': 'Added the to-do “{title}”.',
  'commands.todo_added_with': 'Added the to-do “{title}”, {facts}.',
  'commands.todo_due': 'due {due}',
  'commands.todo_priority.high': 'high priority',
  'commands.todo_priority.low': 'low priority',
  'commands.todo_between': ', ',
  'commands.todo_once': 'A to-do does not repeat. To be reminded each time, put it in your calendar: {command}',
  'commands.todo_empty': 'You have no open to-dos. Add one like this: /todo Buy bread tomorrow',
  'commands.todo_needs_title': '“{text}” says when, but not what. Try: /todo Buy bread tomorrow',
  'commands.todos': 'Open to-dos',
  'commands.entry_added': 'Added “{title}” to your calendar, {when}.',
  'commands.entry_added_overlapping': 'Added “{title}” to your calendar, {when}. It overlaps {others}.',
  'commands.entry_added_repeating': 'Added “{title}” to your calendar, {repeat}; first {when}.',
  'commands.entry_added_repeating_overlapping':
    'Added “{title}” to your calendar, {repeat}; first {when}. It overlaps {others}.',
  'commands.unreadable_date':
    '“{text}” was not understood: there is no such day, or it is no exact one. Nothing was saved. Give another date.',
  'commands.unreadable_clock':
    '“{text}” was not understood: there is no such time of day. Nothing was saved. Use a time from 0:00 to 24:00.',
  'commands.unreadable_lunar':
    '“{text}” was not understood: lunar dates are not supported. Nothing was saved. Give the date of the usual calendar.',
  'commands.unreadable_zone':
    '“{text}” was not understood: the time zone of that place is not known. Nothing was saved. Give your own local time, or a zone such as America/New_York.',
  'commands.unreadable_several':
    '“{text}” was not understood: it names several days or times. Nothing was saved. Add one for each.',
  'commands.unreadable_repeat':
    'The repetition in “{text}” was not understood. Nothing was saved. Write it like this: every Monday, every other Friday, monthly on the 15th, every last working day of the month.',
  'commands.entry_never': '“{text}” names a repetition that never takes place.',
  'commands.entries_empty': 'Your calendar has nothing ahead. Add an entry like this: /schedule tomorrow 3pm Dentist',
  'commands.entry_change':
    '“{text}” names an entry of the calendar, and /schedule only adds. Nothing was saved. To cancel or move an entry, click it in the Schedule pane, or ask for it in a message. To add it as new, begin with: /schedule add',
  'commands.unreadable_except':
    '“{text}” was not understood: a repetition is added without exceptions. Nothing was saved. Add it without them, then delete the single times in the Schedule pane.',
  'commands.entry_not_understood': 'No date or time was found in “{text}”. Try: /schedule tomorrow 3pm Dentist',
  'commands.entry_needs_title': '“{text}” says when, but not what. Try: /schedule tomorrow 3pm Dentist',
  'commands.entries': 'Coming up',
  'commands.view_not_understood':
    '“{text}” cannot be shown. Try: /view today, /view tomorrow, /view week, /view month or /view plan',
  'commands.view_empty': 'Nothing is planned from {from} to {until}.',
  'commands.view_empty_day': 'Nothing is planned on {from}.',
  'commands.agenda.today': 'Today',
  'commands.agenda.week': 'This week',
  'commands.agenda.month': 'This month',
  'commands.agenda.todo': 'To do: {todo}',
  'commands.agenda.day': '{from}',
  'commands.agenda.days': '{from} to {until}',
  'commands.entry_repeats': '{entry} ({repeat})',
  'commands.conflict': '{titles} overlap, {when}.',
  'commands.conflict_several': '“{title}” ({n} times)',
  'commands.span': '{start} to {end}',
  'commands.no_conflict': 'Nothing overlaps.',
} as const;
