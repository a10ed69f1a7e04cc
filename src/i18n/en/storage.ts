/**
 * Messages about storage errors (the banner over the page, and the page that replaces it), backup and restore, copies
 * in a folder, how long the browser stores data, removed sessions, features that this browser lacks, and the page as an
 * app: installed, offline, updated, and its notifications.
 */
export const storage = {
  'trouble.outdated':
    'A newer version of Cairn is open in another tab. Reload this one to go on with it: nothing is lost.',
  'trouble.gone':
    'The stored data has been removed from this browser while the page was open. Nothing more is stored here. Export the plan if you want to keep it, then reload to see what can be done.',
  'trouble.gone_empty':
    'The stored data has been removed from this browser while the page was open. Nothing more is stored here. Reload to see what can be done.',
  'trouble.unavailable':
    'The browser gives no access to the storage any more, so the work stands still. Reload the page; if that does not help, restart the browser.',
  'trouble.blocked': 'Another tab holds an older version of Cairn open. Close the other tabs of Cairn.',
  'trouble.slow': 'The storage takes long to open.',
  'trouble.full':
    'The browser’s storage is full, so nothing more can be stored. Nothing that was stored is lost. Free some space on this device, then try again.',
  'trouble.full_paused':
    'The browser’s storage is full. The work is paused, and nothing that was stored is lost. Free some space, then continue.',
  'trouble.refused': 'Something could not be stored. Try it again; if that does not help, reload the page.',
  'trouble.refused_paused':
    'Something could not be stored, so the work is paused. Continue tries it again; if that does not help, reload the page.',
  'trouble.damaged':
    '{n} {n|record|records} cannot be read. {n|It is|They are} left out and kept aside; everything else is there.',
  'trouble.which': 'Which?',
  'trouble.reason': 'What the browser said',
  'trouble.reload': 'Reload',
  'trouble.empty_bin': 'Empty the bin',
  'trouble.back_up': 'Back up',
  'trouble.table.sessions': 'Session',
  'trouble.table.versions': 'Plan of a session',
  'trouble.table.fences': 'Lock of a session',
  'trouble.table.journal': 'Line of a history',
  'trouble.table.todos': 'To-do',
  'trouble.table.entries': 'Calendar entry',
  'trouble.table.files': 'File',
  'trouble.table.settings': 'Settings',
  'trouble.table.profiles': 'Model connection',
  'trouble.table.templates': 'Template',
  'trouble.table.notes': 'Note',
  'trouble.table.due_runs': 'Scheduled plan',
  'recovery.heading.outdated': 'What is stored belongs to a newer Cairn',
  'recovery.text.outdated':
    'A newer version of Cairn has been used in this browser. Reload the page to get that version. Nothing is lost.',
  'recovery.heading.gone': 'Your stored data is gone',
  'recovery.text.gone':
    'There were sessions in this browser, and now there are none: the browser has removed them, to make room or because its files were damaged, or somebody has cleared its data. If you have a backup, you can restore it.',
  'recovery.heading.unavailable': 'What is stored cannot be opened',
  'recovery.text.unavailable':
    'The browser gives no access to its storage. It may be switched off for this site, as in some private windows, or its files may be damaged. Try again, or restart the browser. Nothing has been deleted.',
  'recovery.heading.blocked': 'Please close the other tabs of Cairn',
  'recovery.text.blocked':
    'Another tab holds an older version of Cairn open. As soon as it is closed, this page goes on by itself. Nothing is lost.',
  'recovery.heading.slow': 'Opening what is stored…',
  'recovery.text.slow':
    'This takes longer than usual. If Cairn is open in another tab, close that tab: it may be in the way. The page goes on by itself as soon as it is done.',
  'recovery.heading.full': 'The browser’s storage is full',
  'recovery.text.full':
    'Cairn cannot be opened because the disk or the browser’s share of it is full. Free some space, then try again. Nothing has been deleted.',
  'recovery.heading.refused': 'What is stored cannot be opened',
  'recovery.text.refused':
    'The browser refused to open the storage. Try again, or restart the browser. Nothing has been deleted.',
  'recovery.heading.damaged': 'What is stored cannot be opened',
  'recovery.text.damaged': 'A record cannot be read. Try again, or restart the browser. Nothing has been deleted.',
  'recovery.again': 'Try again',
  'recovery.go_on': 'Go on with nothing stored',
  'recovery.restore_hint': 'Restoring a backup begins afresh, too: what cannot be opened now is deleted first.',
  'recovery.afresh': 'Start afresh',
  'recovery.afresh_question':
    'Everything that Cairn has stored in this browser will be deleted for good: sessions, plans, to-dos, the schedule and files.',
  'recovery.afresh_yes': 'Delete and start afresh',
  'recovery.cancel': 'Cancel',
  'recovery.erase_held': 'It could not be deleted. Close all other tabs of Cairn, then try again.',
  'recovery.erase_refused':
    'The browser cannot delete it, because its own files are damaged. Open the browser’s settings for this site, delete the site’s data there, then reload this page.',
  'data.lead':
    'Everything you do here is stored in this browser, on this device. What you ask of a model goes only to the model that you connect. A backup keeps it safe from the loss of this browser, and takes it to another device.',
  'data.used': '{size} stored, the program’s own files included: {share} of what the browser allows.',
  'data.used_little': '{size} stored, the program’s own files included: less than 1% of what the browser allows.',
  'data.used_full':
    '{size} stored, the program’s own files included. The browser or this device gives no more room at present.',
  'data.used_unknown': 'The browser does not say how much is stored.',
  'data.promised': 'The browser has promised to keep it, even when space runs short.',
  'data.not_promised': 'When space runs short, the browser may delete it.',
  'data.ask_promise': 'Ask the browser to keep it',
  'data.promise_refused':
    'The browser has not agreed yet; most do for pages that are visited often or bookmarked. Until then a backup is the safe way.',
  'data.backup': 'Backup file',
  'data.backup_hint':
    'One file with all sessions, plans, files, to-dos, calendar entries, notes, templates and settings, also what is in the bin. API keys are never in it. It is not encrypted: keep it as safe as the files themselves.',
  'data.save': 'Back up now',
  'data.restore': 'Restore…',
  'data.restore_file': 'Backup file to restore',
  'data.restore_hint':
    'Restoring adds what is missing here. What is here stays as it is. Permissions and raised limits do not come back, unfinished and scheduled plans wait for you, and a connection is used again only once you have looked at its address and chosen it.',
  'data.own': 'I made this backup myself',
  'data.own_hint':
    'It does not show that it was made in this browser. Without the tick, its notes, to-dos, calendar entries and templates count as text from outside, as if a web page had written them.',
  'data.restore_now': 'Restore',
  'data.restore_not': 'Do not restore',
  'data.saving': 'Backing up',
  'data.restoring': 'Restoring',
  'data.saved': 'The browser saves it as {name}.',
  'data.restored': 'Restored: {list}.',
  'data.restored_kept': 'Here already and unchanged: {list}.',
  'data.restored_left': 'Left out: {list}, deleted here before or from a part of a session that only the backup has.',
  'data.restored_further':
    '{titles}: the backup holds more of {n|this session|these sessions}, which {n|stays|stay} as {n|it is|they are} here. To have the backup’s, delete {n|it|them} here, also from the bin, and restore again.',
  'data.and_more': '{first} and {n} more',
  'data.count.sessions': '{n} {n|session|sessions}',
  'data.count.files': '{n} {n|file|files}',
  'data.count.todos': '{n} {n|to-do|to-dos}',
  'data.count.entries': '{n} calendar {n|entry|entries}',
  'data.count.notes': '{n} {n|note|notes}',
  'data.count.templates': '{n} {n|template|templates}',
  'data.count.due_runs': '{n} scheduled {n|plan|plans}',
  'data.count.profiles': '{n} model {n|connection|connections}',
  'data.count.bin': '{n} in the bin',
  'data.count.damaged': '{n} {n|thing|things} that nobody can read',
  'data.waiting':
    'What a backup brings starts nothing by itself: {names} {n|stands|stand} still until you turn {n|it|them} on.',
  'data.quoted': '“{name}”',
  'data.turn_on': 'Turn on',
  'data.nothing_restored': 'Everything in this backup is here already. Nothing was changed.',
  'data.fault_not_backup':
    'This file is not a backup of Cairn; nothing was changed. A backup is named like cairn-backup-2026-01-31.jsonl.',
  'data.fault_newer':
    'A newer version of Cairn made this backup; nothing was changed. Reload the page to get that version, then restore it again.',
  'data.fault_cut_off':
    'This backup is incomplete: it ends too early, at line {line}. Nothing was changed. Copy or download the file again.',
  'data.fault_damaged':
    'This backup is damaged: line {line} cannot be read. Nothing was changed. Try another copy of the file, or an older backup.',
  'data.fault_unreadable':
    'The browser could not read the file; nothing was changed. See whether it is still there, and choose it again.',
  'data.fault_full':
    'There is not enough room for this. No session was restored, and those you have are unchanged. Free some disk space, then restore again.',
  'data.fault_refused': 'The browser’s storage refused this ({detail}). Reload the page and try again.',
  'erase.title': 'Delete everything',
  'erase.hint':
    'Everything that you have stored in this browser. The program’s own files stay, so that it starts without a network.',
  'erase.ask': 'Delete everything…',
  'erase.question': 'Delete everything that is stored here?',
  'erase.goes':
    'This is gone for good: all sessions with their plans, files and history, to-dos, the calendar, notes, templates, the bin, connections and their keys, models on this device, and the settings. A plan at work ends.',
  'erase.stays':
    'What stays: backups and files that you have saved, copies in a folder of yours, and the titles of sessions in the browser’s own history. If you have connected other devices, they and your server keep what they have.',
  'erase.first':
    'A backup brings back all but keys, permissions, raised limits and models on this device. Save one first?',
  'erase.done': 'Everything that was stored here is deleted.',
  'erase.yes': 'Delete everything',
  'erase.no': 'Keep everything',
  'erase.at_work': 'Deleting…',
  'erase.held':
    'Another tab of Cairn is in the way. Close all other tabs of Cairn: then the rest is deleted, too, and this page begins anew.',
  'data.folder': 'Copies in a folder',
  'data.folder_hint':
    'Cairn can keep a copy of every session in a folder of yours, always up to date: its plan.json and its files.',
  'data.folder_choose': 'Choose a folder…',
  'data.folder_change': 'Choose another…',
  'data.folder_stop': 'Stop the copies',
  'data.folder_on': 'Copies go to the folder “{folder}”.',
  'data.folder_writing': 'Copying to the folder',
  'data.folder_absent':
    'This browser does not let a page write to a folder; Chrome and Edge on a computer do. Use the backup file instead.',
  'data.folder_allow': 'Allow again',
  'data.folder_denied':
    'Cairn may no longer write to the folder “{folder}”, so the copies there are not up to date. Allow it again, or choose another folder.',
  'data.folder_gone':
    'The folder “{folder}” is not where it was, so no copies are made. Put it back, or choose another one in the settings.',
  'data.folder_full':
    'The disk with the folder “{folder}” is full, so the copies there are not up to date. Free some space, or choose another folder in the settings.',
  'data.folder_failed':
    'Cairn could not write “{file}” to the folder “{folder}” ({detail}). Everything else is copied.',
  'data.unreadable': 'Unreadable records',
  'data.unreadable_hint':
    '{n} {n|record|records} could not be read. {n|It is|They are} left out of what you see, but nothing is thrown away: {n|it is|they are} in every backup, too.',
  'data.unreadable_save': 'Save them to a file',
  'bin.title': 'Bin',
  'bin.about': 'What you delete stays here for 30 days and can be brought back, a session with all it holds.',
  'bin.empty_title': 'The bin is empty',
  'bin.empty_text':
    'Sessions, to-dos, calendar entries, notes and files that you delete can be brought back from here for 30 days.',
  'bin.deleted_on': 'Deleted on {at}',
  'bin.days_left': '{n} {n|day|days} left',
  'bin.bring_back': 'Bring back',
  'bin.bring_back_found': 'Bring back all found ({n})',
  'bin.bring_back_all': 'Bring back all ({n})',
  'bin.are_back': '{n} {n|thing is|things are} back.',
  'bin.none': 'Nothing in the bin has this in its title.',
  'bin.destroy': 'Delete for good',
  'bin.destroy_yes': 'Yes, delete for good',
  'bin.named': ': {title}',
  'bin.destroy_question': 'This session, its plan, files and history will be gone for good.',
  'bin.empty': 'Empty the bin',
  'bin.empty_yes': 'Yes, empty the bin',
  'bin.empty_question': 'All that is in the bin will be gone for good.',
  'bin.keep': 'Keep',
  'bin.destroy_thing': '“{title}” will be gone for good.',
  'bin.is_back': '“{title}” is back.',
  'bin.show': 'Show',
  'bin.not_there': 'That is no longer in the bin, so nothing was changed.',
  'bin.kinds': 'What to show',
  'bin.only.all': 'All',
  'bin.only.sessions': 'Sessions',
  'bin.only.todos': 'To-dos',
  'bin.only.entries': 'Calendar entries',
  'bin.only.notes': 'Notes',
  'bin.only.files': 'Files',
  'bin.kind.sessions': 'Session',
  'bin.kind.todos': 'To-do',
  'bin.kind.entries': 'Calendar entry',
  'bin.kind.notes': 'Note',
  'bin.kind.files': 'File',
  'bin.not_removed': 'That session is no longer in the bin, so nothing was deleted.',
  'select.title': 'Delete several sessions',
  'select.find': 'Find by title',
  'select.all': 'Select all ({n})',
  'select.only.all': 'All',
  'select.only.done': 'Done',
  'select.only.old': 'Older than a month',
  'select.none_of_these': 'There is no such session.',
  'select.waiting': 'Waiting for you: {titles}.',
  'select.none': 'No session has this in its title.',
  'select.count': '{n} selected',
  'select.delete': 'Delete {n} {n|session|sessions}',
  'select.question': 'Delete {n} {n|session|sessions}? The bin keeps {n|it|them} for 30 days.',
  'select.at_work': 'At work, and paused before: {titles}.',
  'select.named': '“{title}”',
  'select.more': '{n} more',
  'select.yes': 'Yes, delete',
  'select.removed': 'Deleted {n} sessions.',
  'browser.lead': 'What this browser offers Cairn, and what follows where it does not.',
  'browser.all': 'This browser has everything that Cairn uses.',
  'browser.missing': 'What is missing here',
  'browser.keeping': 'How long things are kept',
  'browser.holds': 'What holds the network',
  'browser.secure':
    'This page came over plain http: encrypted keys and starting without a network need https, or this machine itself.',
  'browser.workers': 'No workers: nothing can leave this page, so only the demo and what is stored here can be used.',
  'browser.service_worker':
    'No service worker: Cairn needs a network to start, and its own code alone keeps requests to the sites you allowed.',
  'browser.locks':
    'No locks between tabs: use Cairn in one tab at a time; what a second one writes into the same session is refused.',
  'browser.durability':
    'No strict writing: if the machine itself fails, such as by a power cut, the last seconds may be lost; a closed or crashed tab loses nothing.',
  'browser.persistence':
    'No promise to keep data: the browser may clear it when space runs short, so back up what matters.',
  'browser.private_files':
    'No private files that pages can write: models that run on this device cannot be kept here; all else works.',
  'browser.folders': 'No access to folders: a folder cannot be kept up to date, but a backup as one file works.',
  'browser.models': 'No 64-bit memory for WebAssembly: models cannot run on this device, only on the net.',
  'browser.notifications': 'No notifications: reminders and what a plan needs are told in the page only.',
  'browser.install':
    'No install button, and other apps cannot share into Cairn: install it by the browser’s menu, where that has it.',
  'browser.private_window': 'In a private window everything is gone when its last window is closed.',
  'browser.week':
    'Safari and its relatives delete what a site has stored after seven days of use without a visit to it. Installed apps are exempt.',
  'browser.told_week':
    'This browser deletes what Cairn keeps if you do not come by for seven days. Install Cairn, or back up what matters.',
  'browser.told_private':
    'This seems to be a private window: what Cairn keeps is gone when it is closed. Back up what matters.',
  'browser.how_to_install': 'Install',
  'browser.back_up': 'Back up',
  'installed.title': 'As an app',
  'installed.install': 'Install Cairn',
  'installed.install_hint':
    'It gets a window and an icon of its own, opens plan.json files, and takes what other apps share.',
  'installed.is': 'Cairn is installed: it has a window of its own.',
  'installed.by_hand':
    'To install Cairn: on iPhone and iPad, Share, then “Add to Home Screen”; in Safari on a Mac, File, then “Add to Dock”; in Firefox on Android, the menu, then “Add app to Home screen”. In Chrome and Edge, the menu has it where the browser allows it.',
  'installed.kept': 'Cairn also starts without a network; only models on the net and web pages need one.',
  'installed.not_kept': 'Cairn is not yet kept for starting without a network.',
  'installed.offline': 'No network. Your work is all here; models on the net and web pages wait until it is back.',
  'installed.update': 'A new version of Cairn is ready.',
  'installed.update_hint': 'The page reloads and comes back as it is.',
  'installed.update_waits':
    'A plan is at work, here or in another tab. The update is offered again as soon as that rests.',
  'installed.update_now': 'Update',
  'installed.shared_text': 'What was shared stands in the message field. Nothing has been sent.',
  'installed.shared_left': '{n} {n|file was|files were} not taken: at most 20 files of 20 MB together come at once.',
  'notify.enabled': 'Notify me when Cairn ends or needs me',
  'notify.hint':
    'While this page is out of sight: when a plan is done, has failed, or waits for an answer or a permission.',
  'notify.denied':
    'The browser does not allow notifications from this page. Allow them in its site settings, then turn this on.',
  'announce.step': 'Step {i} of {n}:',
  'announce.step_edited': 'Step {n} is changed.',
  'announce.step_added': 'Added the step “{step}”.',
  'announce.note_saved': 'The note is saved.',
  'announce.entry_saved': 'Saved “{title}”.',
  'announce.renamed': 'The session is now named “{title}”.',
  'announce.opened': 'Opened the session “{title}”.',
  'announce.new_session': 'A new session is open.',
  'announce.todo_added': 'Added the to-do “{title}”.',
  'announce.todo_empty': 'Nothing was added: write first what is to be done.',
  'announce.commands': '{n} {n|command|commands}: arrow keys choose, Tab takes one over.',
  'announce.plan_read': 'The plan was read: {n} {n|step|steps}.',
} as const;
