import { AppFailure, fail } from '../../../shared/errors.ts'
import type { answerCalls } from '../../../shared/ipc/answer-calls.ts'
import type { appCalls } from '../../../shared/ipc/app-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { quickCalls } from '../../../shared/ipc/quick-calls.ts'
import type { Feature } from '../../feature.ts'
import type { Platform } from '../../platform.ts'
import { externalUrl } from '../../security/external-url.ts'
import type { AnswerKeeper } from './answer-keeper.ts'
import type { NoticesService } from './notices-service.ts'
import type { SettingsService } from './settings-service.ts'

export interface AppHandlerParts {
  readonly platform: Platform
  readonly settings: SettingsService
  readonly notices: NoticesService
  readonly keeper: AnswerKeeper
  readonly features: readonly Feature[]
}

/** Handlers of the calls that belong to no single feature. */
export function appHandlers({
  features,
  keeper,
  notices,
  platform,
  settings,
}: AppHandlerParts): HandlersOf<typeof appCalls & typeof answerCalls & typeof quickCalls> {
  return {
    'app.info': () => ({
      version: platform.version,
      shell: platform.shell,
      platform: platform.os,
      mediaBase: platform.mediaBase,
      dataFolder: platform.paths.data,
      notices: notices.listNotices(),
      locale: platform.locale,
    }),
    'app.dismissNotice': ({ code }) => notices.dismiss(code),
    'app.openDataFolder': async () => {
      await platform.links.openFolder(platform.paths.data)
      return null
    },
    'app.notify': (notice) => ({
      by: platform.notifier.show(notice, () => platform.events.emit('app.notified', { key: notice.key })),
    }),
    'app.badge': ({ count }) => {
      platform.notifier.badge(count)
      return null
    },
    'app.clickedCode': ({ code }) => {
      platform.contextMenu.clickedCode(code)
      return null
    },
    'settings.get': () => settings.get(),
    'settings.update': (patch) => settings.updateSettings(patch),
    'links.open': async ({ url }) => {
      const checked = externalUrl(url)
      if (!checked.ok) throw new AppFailure(checked.error)
      return { by: await platform.links.openExternal(checked.value), url: checked.value }
    },
    'app.network': (state) => {
      for (const feature of features) feature.network?.(state)
      return null
    },

    'quick.show': () => ({ by: platform.quick.show() }),
    'quick.hide': () => ({ by: platform.quick.hide() }),
    'quick.open': (target) => ({ by: platform.quick.raise(() => platform.events.emit('quick.opened', target)) }),
    'quick.clipboard': async () => ({ text: await platform.quick.clipboard() }),
    'quick.pauseShortcut': ({ paused }) => {
      platform.quick.pauseShortcut(paused)
      return null
    },
    'quick.shortcut': () => ({ state: platform.quick.shortcut() }),

    'answers.kept': (input) => keeper.listAnswers(input),
    'answers.readAgain': async ({ kind, ownerId }) => {
      const owner = features.find(({ keptAnswers }) => keptAnswers?.kind === kind)?.keptAnswers
      if (owner === undefined) return fail('invalid_input', `an answer of the kind ${kind} is asked for again`)
      await owner.readAgain(ownerId)
      return null
    },
    'answers.raw': (input) => keeper.raw(input),
  }
}
