import type { JumpListCategory, JumpListItem } from 'electron'
import type { MenuWords } from './menu-words.ts'
import type { RecentItem } from './recent-items.ts'
import { startFlags } from './start-command.ts'

export interface JumpListParts {
  readonly program: string
  readonly words: Pick<MenuWords, 'newChat' | 'quick' | 'recentChats'>
  readonly items: readonly RecentItem[]
  /** Arguments of the items that the user removed. Windows refuses a category that contains one of them. */
  readonly removed: readonly string[]
}

/** Returns the jump list for Windows' taskbar. Two dashes precede a link, so that it is not read as a flag. */
export function jumpList({ items, program, removed, words }: JumpListParts): JumpListCategory[] {
  const task = (title: string, args: string): JumpListItem => ({
    ...{ type: 'task', title, program, args, iconPath: program, iconIndex: 0 },
  })
  const chats = items
    .map(({ link, title }) => task(title, `-- ${link}`))
    .filter(({ args = '' }) => !removed.includes(args))
  return [
    ...(chats.length === 0
      ? []
      : [{ type: 'custom', name: words.recentChats, items: chats } satisfies JumpListCategory]),
    { type: 'tasks', items: [task(words.newChat, startFlags.newChat), task(words.quick, startFlags.quick)] },
  ]
}
