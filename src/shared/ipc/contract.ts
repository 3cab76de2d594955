import { z } from 'zod'
import { connectionListSchema, connectionSchema, testReportSchema } from '../connection.ts'
import { namedMediaSchema, savedFileSchema } from '../image.ts'
import { mediaItemSchema } from '../media.ts'
import { menuCommands } from '../menu-command.ts'
import { catalogueSchema } from '../model.ts'
import { noticeSchema } from '../notice.ts'
import { settingsPatchSchema, settingsSchema } from '../settings.ts'
import { answerCalls, answerEvents } from './answer-calls.ts'
import { backupCalls, backupEvents } from './backup-calls.ts'
import { done, id, mediaId, newId, nothing } from './call-parts.ts'
import { chatCalls, chatEvents } from './chat-calls.ts'
import { historyCalls, historyEvents } from './history-calls.ts'
import { imageCalls, imageEvents } from './image-calls.ts'
import { toolCalls, toolEvents } from './tool-calls.ts'
import { transcriptionCalls, transcriptionEvents } from './transcription-calls.ts'
import { transferCalls, transferEvents } from './transfer-calls.ts'
import { videoCalls, videoEvents } from './video-calls.ts'

/**
 * Every call of the page: input and output. Types are inferred from these schemas. Main parses every input before a
 * handler sees it. The caller makes the ids of new things, so that a repeated call (double click, reconnect) is the
 * same call.
 */
export const calls = {
  /** Data that the page loads once at start. */
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
  /** Replaces the database by a verified backup and restarts. The old database is set aside, never overwritten. */
  'app.restoreBackup': { input: z.strictObject({ name: z.string().max(200) }), output: done },

  /** Reports whether the page's system is online. Polling pauses offline and resumes at once online. */
  'app.network': { input: z.strictObject({ online: z.boolean() }), output: done },
  /**
   * Notifies the person through the operating system. The same `key` replaces the earlier notification. `page` means
   * that the page must show it. A click brings the window to the front and emits `app.notified`.
   */
  'app.notify': {
    input: z.strictObject({ key: id, title: z.string().max(200), body: z.string().max(1000) }),
    output: z.object({ by: z.enum(['main', 'page']) }).readonly(),
  },
  /** Shows the number of running jobs on the app's icon where the system can (Electron); 0 clears it. */
  'app.badge': { input: z.strictObject({ count: z.number().int().min(0).max(100_000) }), output: done },

  'settings.get': { input: nothing, output: settingsSchema },
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },

  'connections.list': { input: nothing, output: connectionListSchema },
  /**
   * Adds or changes a connection. `key` also stores the key; no call returns it. Moving a connection to another host
   * without a new key forgets the old one, so that it cannot be sent to a stranger.
   */
  'connections.save': {
    input: z.strictObject({
      id: newId,
      name: z.string().trim().min(1).max(80),
      baseUrl: z.string().max(2000),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
    }),
    output: connectionSchema,
  },
  'connections.clearKey': { input: z.strictObject({ id }), output: connectionSchema },
  'connections.remove': { input: z.strictObject({ id }), output: done },
  'connections.setDefault': { input: z.strictObject({ id }), output: done },
  /**
   * Fetches the model list and saves nothing. Without `key`, the stored key of `id` is used, and only for its own host.
   */
  'connections.test': {
    input: z.strictObject({
      id: id.optional(),
      baseUrl: z.string().max(2000),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
    }),
    output: testReportSchema,
  },
  /** Starts the built-in demo gateway and connects to it. */
  'connections.tryDemo': { input: nothing, output: connectionSchema },

  /** The stored catalogue; `refresh` asks the gateway first. */
  'models.list': { input: z.strictObject({ connectionId: id, refresh: z.boolean() }), output: catalogueSchema },
  ...chatCalls,
  ...answerCalls,
  ...toolCalls,

  /** Takes an imported file (a token of `bridge.importDropped`) into the library. */
  'media.addPicture': { input: z.strictObject({ token: z.string().max(200) }), output: mediaItemSchema },

  /** Fetches a picture that an answer links to into the library. Call it only after a click of the person. */
  'media.addRemotePicture': { input: z.strictObject({ url: z.string().max(8000) }), output: mediaItemSchema },

  /** Whether an item's file exists. A file outside the library can be moved, deleted or changed at any time. */
  'media.present': { input: z.strictObject({ mediaId }), output: z.object({ present: z.boolean() }).readonly() },
  /** Saves a library file for the person under a name. */
  'media.save': { input: namedMediaSchema, output: savedFileSchema },
  /** Saves several files as one ZIP; repeated names get numbers. */
  'media.saveArchive': {
    input: z.strictObject({
      items: z.array(namedMediaSchema).min(1).max(20_000),
      name: z.string().trim().min(1).max(200),
    }),
    output: savedFileSchema,
  },
  /** Starts dragging a file out of the window (Electron; call it in the page's `dragstart`). */
  'media.startDrag': { input: namedMediaSchema, output: done },
  ...imageCalls,
  ...transcriptionCalls,

  ...videoCalls,
  ...historyCalls,
  ...backupCalls,
  ...transferCalls,

  /**
   * Opens a link; the only way out of the app. The link must parse as `https:` or `http:` without credentials. `page`
   * means that the page must open it in a new tab.
   */
  'links.open': {
    input: z.strictObject({ url: z.string().max(8000) }),
    output: z.object({ by: z.enum(['main', 'page']), url: z.string() }).readonly(),
  },
} as const

/**
 * Every event that main sends to pages. An event updates the result of a call; it is never the only source of the data.
 */
export const events = {
  /** The person clicked a notification of `app.notify`. */
  'app.notified': z.object({ key: z.string() }).readonly(),
  /** The person chose an item of the application menu (Electron). */
  'app.command': z.object({ command: z.enum(menuCommands) }).readonly(),
  'settings.changed': settingsSchema,
  'connections.changed': connectionListSchema,
  'models.changed': z.object({ connectionId: z.string(), catalogue: catalogueSchema }).readonly(),
  ...chatEvents,
  ...answerEvents,
  ...toolEvents,
  ...imageEvents,
  ...transcriptionEvents,
  ...videoEvents,
  ...historyEvents,
  ...backupEvents,
  ...transferEvents,
  'notices.changed': z.array(noticeSchema).readonly(),
} as const

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>
