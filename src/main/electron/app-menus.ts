import type { MenuItemConstructorOptions } from 'electron'
import type { EventName } from '../../shared/ipc/contract.ts'
import type { MenuCommand } from '../../shared/menu-command.ts'
import type { Settings } from '../../shared/settings-table.ts'
import type { RecentChat } from '../application.ts'
import type { Clock, Log, Platform } from '../platform.ts'
import { jumpList } from './jump-list.ts'
import { applicationMenu } from './menu.ts'
import { menuWords } from './menu-words.ts'
import { menuLabel, type RecentItem, recentItems } from './recent-items.ts'
import type { ShellHost } from './shell-host.ts'

/** Longest delay before the menus show a change of chats, in ms. */
const restMs = 1_000

export interface AppMenusParts {
  readonly host: Pick<ShellHost, 'Menu'> & { readonly app: Pick<ShellHost['app'], MenuCalls> }
  readonly os: Platform['os']
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** The program that the taskbar starts; null if it would open other data. */
  readonly program: string | null
  readonly language: () => string
  readonly settings: () => Pick<Settings, 'recentChats' | 'shortcuts'>
  readonly recent: () => readonly RecentChat[]
  readonly run: (command: MenuCommand) => void
  /** Follows a link of Atelier. */
  readonly follow: (link: string) => void
}
type MenuCalls = 'dock' | 'getJumpListSettings' | 'isPackaged' | 'setJumpList'

/** The application menu, the menu of macOS' dock and the list of Windows' taskbar, with the recent chats. */
export class AppMenus {
  private readonly parts: AppMenusParts
  /** The menus last passed to the system. */
  private said = ''
  private undo: (() => void) | null = null

  constructor(parts: AppMenusParts) {
    this.parts = parts
  }

  /** Passes the menus to the system if they have changed. */
  passMenus(): void {
    const { language, recent, settings } = this.parts
    const { recentChats: place, shortcuts } = settings()
    const items = place === 'off' ? null : recentItems(recent(), menuWords(language()).untitled)
    const said = JSON.stringify([language(), shortcuts, place, items])
    if (said === this.said) return
    this.said = said
    this.setMenu(items)
    this.setDock(place === 'system' ? items : null)
    this.setTaskbar(place === 'system' ? items : null)
  }

  /** Handles an event sent to the pages: a chat may be new, renamed, archived or deleted. */
  handleEvent(name: EventName): void {
    if (this.undo !== null || name !== 'history.changed' || this.parts.settings().recentChats === 'off') return
    this.undo = this.parts.clock.after(restMs, () => {
      this.undo = null
      this.passMenus()
    })
  }

  private setMenu(items: readonly RecentItem[] | null): void {
    const { host, language, os, run, settings } = this.parts
    const menu = applicationMenu({
      ...{ os, run, packaged: host.app.isPackaged, language: language(), shortcuts: settings().shortcuts },
      recent: items === null ? null : this.links(items),
    })
    host.Menu.setApplicationMenu(host.Menu.buildFromTemplate(menu))
  }

  private setDock(items: readonly RecentItem[] | null): void {
    const { host, language, run } = this.parts
    const words = menuWords(language())
    host.app.dock?.setMenu(
      host.Menu.buildFromTemplate([
        { label: words.newChat, click: () => run('newChat') },
        { label: words.quick, click: () => run('quick') },
        ...(items === null || items.length === 0
          ? []
          : [{ type: 'separator' } satisfies MenuItemConstructorOptions, ...this.links(items)]),
      ]),
    )
  }

  /** Sets the jump list, which Windows keeps in its own file. */
  private setTaskbar(items: readonly RecentItem[] | null): void {
    const { host, language, log, os, program } = this.parts
    if (os !== 'windows' || !host.app.isPackaged || program === null) return
    const removed = host.app.getJumpListSettings().removedItems.map(({ args }) => args ?? '')
    const answer = host.app.setJumpList(
      jumpList({ program, words: menuWords(language()), items: items ?? [], removed }),
    )
    // `error` is also returned if the user or a policy has disabled such lists
    if (answer !== 'ok') log('info', 'electron.no_jump_list', { answer })
  }

  private links(items: readonly RecentItem[]): MenuItemConstructorOptions[] {
    return items.map(({ link, title }) => ({ label: menuLabel(title), click: () => this.parts.follow(link) }))
  }
}
