import { z } from 'zod'
import { messageLengthMax } from '../chat-limits.ts'
import { menuCommands } from '../menu-command.ts'
import { noticeSchema } from '../notice.ts'
import { settingsPatchSchema, settingsSchema } from '../settings.ts'
import { done, id, nothing } from './call-parts.ts'

/** Calls about the app itself, its settings and links. */
export const appCalls = {
  /** Returns the data that the page loads once at start. */
  'app.info': {
    input: nothing,
    output: z
      .object({
        version: z.string(),
        shell: z.enum(['electron', 'browser']),
        platform: z.enum(['mac', 'windows', 'linux']),
        /** Base URL of media: the base plus a media id is a URL that the page may show. */
        mediaBase: z.string(),
        dataFolder: z.string(),
        notices: z.array(noticeSchema).readonly(),
        /** The operating system's preferred language (BCP 47), for `language: 'system'`. */
        locale: z.string(),
      })
      .readonly(),
  },
  /** Dismisses a notice. */
  'app.dismissNotice': { input: z.strictObject({ code: z.string().max(100) }), output: done },
  /** Opens the data folder in the file manager. */
  'app.openDataFolder': { input: nothing, output: done },
  /** Reports whether the page's system is online. Polling pauses offline and resumes at once online. */
  'app.network': { input: z.strictObject({ online: z.boolean() }), output: done },
  /**
   * Notifies the user through the operating system. The same `key` replaces the earlier notification. `page` means
   * that the page must show it. A click brings the window to the front and emits `app.notified`.
   */
  'app.notify': {
    input: z.strictObject({ key: id, title: z.string().max(200), body: z.string().max(1000) }),
    output: z.object({ by: z.enum(['main', 'page']) }).readonly(),
  },
  /** Shows the number of running jobs on the app's icon where the system can (Electron); 0 clears it. */
  'app.badge': { input: z.strictObject({ count: z.number().int().min(0).max(100_000) }), output: done },
  /**
   * Reports that the user right-clicked this code block; the following menu offers to copy it. Called in Electron only.
   */
  'app.clickedCode': { input: z.strictObject({ code: z.string().min(1).max(messageLengthMax) }), output: done },

  'settings.get': { input: nothing, output: settingsSchema },
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },

  /**
   * Opens a link; the only way out of the app. The link must parse as `https:` or `http:` without credentials. `page`
   * means that the page must open it in a new tab.
   */
  'links.open': {
    input: z.strictObject({ url: z.string().max(8000) }),
    output: z.object({ by: z.enum(['main', 'page']), url: z.string() }).readonly(),
  },
} as const

export const appEvents = {
  /** Fires when the user clicked a notification of `app.notify`. */
  'app.notified': z.object({ key: z.string() }).readonly(),
  /** Fires when the user chose an item of the application menu (Electron). */
  'app.command': z.object({ command: z.enum(menuCommands) }).readonly(),
  'settings.changed': settingsSchema,
  'notices.changed': z.array(noticeSchema).readonly(),
} as const

export const appContract = { calls: appCalls, events: appEvents }
