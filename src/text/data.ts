/** Backup and restore, the copies in a folder, and how the browser keeps what is stored. */
export const data = {
  en: {
    'data.lead':
      'Everything you do here is stored in this browser, on this machine, and nowhere else. A backup keeps it safe from the loss of this browser, and takes it to another machine.',
    'data.used': '{size} stored, {share} of what the browser allows.',
    'data.used_little': '{size} stored, less than 1% of what the browser allows.',
    'data.used_unknown': 'The browser does not say how much is stored.',
    'data.promised': 'The browser has promised to keep it, even when space runs short.',
    'data.not_promised': 'When space runs short, the browser may delete it.',
    'data.ask_promise': 'Ask the browser to keep it',
    'data.promise_refused':
      'The browser has not agreed yet; most do for pages that are visited often or bookmarked. Until then a backup is the safe way.',
    'data.backup': 'Backup file',
    'data.backup_hint':
      'One file with all sessions, plans, files, to-dos, calendar entries, templates and settings. API keys are never in it.',
    'data.save': 'Back up now',
    'data.restore': 'Restore…',
    'data.restore_file': 'Backup file to restore',
    'data.restore_hint':
      'Restoring adds what is missing here. What is here stays as it is. Permissions and raised limits do not come back, unfinished and scheduled plans wait for you, and a connection is used again only once you have looked at its address and chosen it.',
    'data.saving': 'Backing up',
    'data.restoring': 'Restoring',
    'data.saved': 'The browser saves it as {name}.',
    'data.restored': 'Restored {n} {n|session|sessions} and {others} other {others|record|records}.',
    'data.restored_kept':
      'Restored {n} {n|session|sessions} and {others} other {others|record|records}. Here already and unchanged: {kept} {kept|session|sessions} and {kept_others} other {kept_others|record|records}.',
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
  },
  zh: {
    'data.lead':
      '你在这里做的一切都只存在这台电脑的这个浏览器里。备份可以防止浏览器丢失数据，也能把它们带到另一台电脑。',
    'data.used': '已存 {size}，占浏览器允许空间的 {share}。',
    'data.used_little': '已存 {size}，不到浏览器允许空间的 1%。',
    'data.used_unknown': '浏览器没有说明已存了多少。',
    'data.promised': '浏览器已承诺保留这些数据，空间不足时也不会删除。',
    'data.not_promised': '空间不足时，浏览器可能会删除这些数据。',
    'data.ask_promise': '请浏览器保留数据',
    'data.promise_refused': '浏览器暂时没有同意；常访问或加了书签的页面一般会得到同意。在此之前，备份是稳妥的办法。',
    'data.backup': '备份文件',
    'data.backup_hint': '一个文件，包含全部会话、计划、文件、待办、日程、模板和设置。其中绝不包含 API 密钥。',
    'data.save': '立即备份',
    'data.restore': '恢复…',
    'data.restore_file': '要恢复的备份文件',
    'data.restore_hint':
      '恢复只会补上这里没有的内容，已有的内容保持不变。许可和调高的限额不会恢复，未完成的计划和定时计划会等你确认，连接要等你核对地址并选用之后才会使用。',
    'data.saving': '正在备份',
    'data.restoring': '正在恢复',
    'data.saved': '浏览器会把它保存为 {name}。',
    'data.restored': '已恢复 {n} 个会话和 {others} 条其他记录。',
    'data.restored_kept':
      '已恢复 {n} 个会话和 {others} 条其他记录；原本就在这里的 {kept} 个会话和 {kept_others} 条其他记录保持不变。',
    'data.nothing_restored': '这个备份里的内容都已在这里，没有改动任何东西。',
    'data.fault_not_backup':
      '这个文件不是 Cairn 的备份，没有改动任何东西。备份文件的名字类似 cairn-backup-2026-01-31.jsonl。',
    'data.fault_newer': '这个备份由更新版本的 Cairn 生成，没有改动任何东西。请刷新页面更新版本，再恢复一次。',
    'data.fault_cut_off': '这个备份不完整：到第 {line} 行就中断了。没有改动任何东西。请重新复制或下载这个文件。',
    'data.fault_damaged': '这个备份已损坏：第 {line} 行无法读取。没有改动任何东西。请换一份副本，或用更早的备份。',
    'data.fault_unreadable': '浏览器读不到这个文件，没有改动任何东西。请确认文件还在，然后重新选择。',
    'data.fault_full': '空间不够。没有恢复任何会话，已有的会话保持不变。请腾出一些磁盘空间，再恢复一次。',
    'data.fault_refused': '浏览器的存储拒绝了这个操作（{detail}）。请刷新页面后再试。',
    'data.folder': '文件夹副本',
    'data.folder_hint': 'Cairn 可以把每个会话的 plan.json 和文件随时同步到你选的文件夹里。',
    'data.folder_choose': '选择文件夹…',
    'data.folder_change': '换一个…',
    'data.folder_stop': '停止同步',
    'data.folder_on': '副本存到文件夹“{folder}”。',
    'data.folder_writing': '正在复制到文件夹',
    'data.folder_absent': '这个浏览器不允许网页写入文件夹（电脑上的 Chrome 和 Edge 可以）。请改用备份文件。',
    'data.folder_allow': '重新允许',
    'data.folder_denied': 'Cairn 不能再写入文件夹“{folder}”，那里的副本不是最新的。请重新允许，或另选一个文件夹。',
    'data.folder_gone': '文件夹“{folder}”不在原来的位置，副本已中断。请把它放回去，或在设置里另选一个。',
    'data.folder_full': '文件夹“{folder}”所在的磁盘已满，那里的副本不是最新的。请腾出空间，或在设置里另选一个。',
    'data.folder_failed': 'Cairn 无法把“{file}”写入文件夹“{folder}”（{detail}）。其余内容都已复制。',
    'data.unreadable': '无法读取的记录',
    'data.unreadable_hint': '有 {n} 条记录无法读取，因此没有显示；但没有丢弃任何东西，每个备份里也都有。',
    'data.unreadable_save': '把它们存成文件',
  },
} as const;
