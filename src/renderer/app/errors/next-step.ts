import type { AppError, ErrorCode } from '../../../shared/errors.ts'
import type { en } from '../i18n/locales/english.ts'

type Errors = (typeof en)['errors']
/** The codes that have a next step: exactly those with the words for its button. */
export type CodeWithNext = { [C in ErrorCode]: 'next' extends keyof Errors[C] ? C : never }[ErrorCode]

export type NextStep =
  | 'retry'
  | 'continue'
  | 'edit'
  | 'openConnections'
  | 'chooseModel'
  | 'openDataFolder'
  | 'chooseFile'
  | 'chooseFolder'
  | 'changePrompt'
  | 'fetchAgain'
  | 'openMask'
  | 'reload'

const usualSteps: Readonly<Record<CodeWithNext, NextStep>> = {
  invalid_input: 'retry',
  unknown_call: 'reload',
  not_found: 'reload',
  busy: 'retry',
  cancelled: 'retry',
  internal: 'retry',
  bad_request: 'edit',
  invalid_key: 'openConnections',
  forbidden: 'chooseModel',
  model_not_found: 'chooseModel',
  too_large: 'edit',
  quota: 'openConnections',
  rate_limited: 'retry',
  server_error: 'retry',
  unavailable: 'retry',
  gateway_error: 'retry',
  not_a_gateway: 'openConnections',
  redirected: 'openConnections',
  empty_answer: 'retry',
  answer_too_large: 'edit',
  stream_error: 'retry',
  address_not_found: 'openConnections',
  refused: 'openConnections',
  tls: 'openConnections',
  proxy: 'retry',
  offline: 'retry',
  timeout: 'retry',
  connection_lost: 'retry',
  stalled: 'retry',
  cut_short: 'retry',
  app_closed: 'retry',
  no_connection: 'openConnections',
  no_key: 'openConnections',
  read_only_connection: 'openConnections',
  storage_read_only: 'openDataFolder',
  storage_full: 'openDataFolder',
  storage_damaged: 'openDataFolder',
  file_refused: 'chooseFile',
  image_failed: 'changePrompt',
  link_expired: 'fetchAgain',
  not_a_picture: 'fetchAgain',
  source_too_large: 'chooseFile',
  mask_mismatch: 'openMask',
  source_moved: 'retry',
  video_failed: 'changePrompt',
  task_cancelled: 'retry',
  task_expired: 'retry',
  no_video_link: 'fetchAgain',
  not_a_video: 'fetchAgain',
  target_not_absolute: 'chooseFolder',
  target_no_parent: 'chooseFolder',
  target_not_empty: 'chooseFolder',
  target_inside: 'chooseFolder',
  target_read_only: 'chooseFolder',
  target_no_locking: 'chooseFolder',
  target_full: 'chooseFolder',
  target_lost: 'chooseFolder',
  source_unreadable: 'openDataFolder',
}

/** Where an error is shown, which decides what can be done about it there. */
export interface ErrorPlace {
  /** `answer`: at an answer; `send`: at the composer; `image`: at a request for images; `sound`: at a recording; `video`: at a video; `form`: at the form of a connection; `other`: anywhere else. */
  readonly where: 'answer' | 'send' | 'image' | 'sound' | 'video' | 'form' | 'other'
  /** Whether some of the answer came, so that it can be gone on with. */
  readonly hasText: boolean
}

export function hasUsualStep(code: ErrorCode): code is CodeWithNext {
  return Object.hasOwn(usualSteps, code)
}

/**
 * The one thing to do next about an error, or null where there is nothing.
 * `usual` tells that the words of `errors.<code>.next` fit; otherwise those of `steps.<step>` do.
 */
export function nextStep(error: AppError, place: ErrorPlace): { step: NextStep; usual: CodeWithNext | null } | null {
  if (!hasUsualStep(error.code)) return null
  const step = usualSteps[error.code]
  switch (step) {
    case 'retry':
      // text that has come is never thrown away by the first button offered
      if (place.where === 'answer' && place.hasText) return { step: 'continue', usual: null }
      return { step, usual: error.code }
    case 'edit':
      if (place.where === 'image' || place.where === 'video') return { step: 'changePrompt', usual: null }
      return place.where === 'answer' || place.where === 'send' ? { step, usual: error.code } : null
    case 'chooseModel':
      return place.where === 'form' || place.where === 'other' ? null : { step, usual: error.code }
    case 'chooseFolder':
    case 'openConnections':
      // in the form, the fields to change are in front of the person already
      return place.where === 'form' ? null : { step, usual: error.code }
    case 'chooseFile':
      // a recording is dropped or chosen like any other one, in the same place
      return place.where === 'sound' ? null : { step, usual: error.code }
    case 'changePrompt':
    case 'fetchAgain':
    case 'openMask':
    case 'continue':
    case 'openDataFolder':
    case 'reload':
      return { step, usual: error.code }
    default:
      return step satisfies never
  }
}

/** The folded part of an error: technical, for support; holds no words of the person's. */
export function errorDetails(error: AppError): string {
  const lines = [
    `code: ${error.code}`,
    error.status === null ? null : `status: ${error.status}`,
    error.gatewayCode === null ? null : `gateway code: ${error.gatewayCode}`,
    error.requestId === null ? null : `request: ${error.requestId}`,
    `detail: ${error.detail}`,
  ]
  return lines.filter((line) => line !== null).join('\n')
}
