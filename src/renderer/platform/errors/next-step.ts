import type { AppError, ErrorCode } from '../../../shared/errors.ts'
import type { en } from '../i18n/locales/en.ts'
import { gatewaySentence } from './gateway-sentence.ts'

type Errors = (typeof en)['errors']
/** Codes with a next step: exactly those with words for its button. */
export type CodeWithNext = { [C in ErrorCode]: 'next' extends keyof Errors[C] ? C : never }[ErrorCode]

export type NextStep =
  | 'retry'
  | 'continue'
  | 'edit'
  | 'withoutTools'
  | 'useCompletions'
  | 'openConnections'
  | 'chooseModel'
  | 'openDataFolder'
  | 'chooseFile'
  | 'chooseFolder'
  | 'changePrompt'
  | 'fetchAgain'
  | 'openMask'
  | 'reload'
  | 'copyLink'

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
  endpoint_missing: 'openConnections',
  responses_missing: 'useCompletions',
  too_large: 'edit',
  quota: 'openConnections',
  content_refused: 'edit',
  rate_limited: 'retry',
  server_error: 'retry',
  unavailable: 'retry',
  gateway_error: 'retry',
  not_a_gateway: 'openConnections',
  redirected: 'openConnections',
  empty_answer: 'retry',
  answer_too_large: 'edit',
  stream_error: 'retry',
  vectors_refused: 'retry',
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
  closed_unsent: 'retry',
  suffix_refused: 'retry',
  effort_refused: 'chooseModel',
  no_connection: 'openConnections',
  no_key: 'openConnections',
  read_only_connection: 'openConnections',
  storage_read_only: 'openDataFolder',
  storage_full: 'openDataFolder',
  storage_damaged: 'openDataFolder',
  file_refused: 'chooseFile',
  image_failed: 'changePrompt',
  link_expired: 'fetchAgain',
  link_forbidden: 'fetchAgain',
  not_a_picture: 'fetchAgain',
  source_too_large: 'chooseFile',
  mask_mismatch: 'openMask',
  source_moved: 'retry',
  first_picture_off: 'openConnections',
  first_picture_refused: 'openConnections',
  video_failed: 'changePrompt',
  task_cancelled: 'retry',
  task_expired: 'retry',
  no_video_link: 'fetchAgain',
  not_a_video: 'fetchAgain',
  video_not_read: 'fetchAgain',
  sound_not_read: 'retry',
  sound_not_cut: 'retry',
  target_not_absolute: 'chooseFolder',
  target_no_parent: 'chooseFolder',
  target_not_empty: 'chooseFolder',
  target_inside: 'chooseFolder',
  target_read_only: 'chooseFolder',
  target_no_locking: 'chooseFolder',
  target_full: 'chooseFolder',
  target_lost: 'chooseFolder',
  source_unreadable: 'openDataFolder',
  print_failed: 'retry',
}

/**
 * Where the error occurred. `answer`: an answer; `send`: the composer; `image`: an image request; `sound`: a recording;
 * `video`: a video; `form`: the connection form; `other`: anywhere else.
 */
export type ErrorKind = 'answer' | 'send' | 'image' | 'sound' | 'video' | 'form' | 'other'

/** Where an error is shown; it decides which next steps are possible. */
export interface ErrorPlace {
  readonly where: ErrorKind
  /** True if part of the answer arrived and can be continued. */
  readonly hasText: boolean
  /** True if there is a link to a paid result that could not be stored. */
  readonly hasLink?: boolean
  /** True if the request offered tools. */
  readonly hasTools?: boolean
  /** True if the result can be fetched again, which costs nothing; true when not stated. */
  readonly canFetch?: boolean
}

/** Steps available at each place; steps of the whole window are available everywhere. */
export const stepsOf: Readonly<Record<ErrorKind, readonly NextStep[]>> = {
  answer: ['retry', 'continue', 'edit', 'chooseModel', 'withoutTools', 'useCompletions'],
  send: ['retry', 'edit', 'chooseModel', 'chooseFile'],
  image: ['retry', 'changePrompt', 'chooseModel', 'chooseFile', 'openMask', 'fetchAgain', 'copyLink'],
  video: ['retry', 'changePrompt', 'chooseModel', 'fetchAgain', 'copyLink'],
  sound: ['retry', 'chooseModel'],
  form: ['retry'],
  other: ['retry', 'continue', 'chooseFile'],
}

/** Steps that the window itself performs, wherever an error is shown. */
export const stepsEverywhere: readonly NextStep[] = ['openConnections', 'chooseFolder', 'openDataFolder', 'reload']

/** Exceptions by place: for pictures and videos the cause is the prompt or the result. */
const ofKind: Readonly<Partial<Record<ErrorKind, Readonly<Partial<Record<ErrorCode, NextStep>>>>>> = {
  // the results of the tools are in the answer: continuing costs less than asking again
  answer: { tool_arguments: 'continue', tool_loop: 'continue', tool_rounds: 'continue', budget_reached: 'continue' },
  image: {
    link_refused: 'copyLink',
    result_too_large: 'copyLink',
    not_found: 'retry',
    file_refused: 'chooseFile',
    file_too_large: 'chooseFile',
  },
  video: {
    link_refused: 'copyLink',
    result_too_large: 'copyLink',
    not_found: 'retry',
  },
  // the same model would refuse the recording again
  sound: { bad_request: 'chooseModel', too_large: 'chooseModel', answer_too_large: 'chooseModel', not_found: 'retry' },
}

export function hasUsualStep(code: ErrorCode): code is CodeWithNext {
  return Object.hasOwn(usualSteps, code)
}

/**
 * Returns the next step for an error; null when there is none. `usual`: the words of `errors.<code>.next` fit;
 * otherwise those of `steps.<step>` are used.
 */
export function nextStep(error: AppError, place: ErrorPlace): { step: NextStep; usual: CodeWithNext | null } | null {
  if (place.hasTools === true && refusesTools(error)) return { step: 'withoutTools', usual: null }
  const special = ofKind[place.where]?.[error.code]
  if (special !== undefined) return possible(special, null, place)
  return hasUsualStep(error.code) ? usualStep(error.code, place) : null
}

const toolCodes: ReadonlySet<ErrorCode> = new Set(['bad_request', 'not_found', 'model_not_found', 'gateway_error'])

/** Returns true if the gateway refused a request because of its tools. */
function refusesTools(error: AppError): boolean {
  return (
    toolCodes.has(error.code) &&
    /\btools?\b|tool_choice|function.?call|\bfor function\b|工具|函数/i.test(gatewaySentence(error) ?? '')
  )
}

interface Offered {
  readonly step: NextStep
  readonly usual: CodeWithNext | null
}

/** Returns the step, or its replacement when nothing can be fetched and there is no link. */
function possible(step: NextStep, usual: CodeWithNext | null, place: ErrorPlace): Offered {
  const cannot =
    (step === 'copyLink' && place.hasLink !== true) ||
    (step === 'fetchAgain' && place.canFetch === false && place.hasLink !== true)
  if (cannot) return { step: 'changePrompt', usual: null }
  // a result that cannot be stored can still be opened elsewhere
  return step === 'fetchAgain' && place.canFetch === false ? { step: 'copyLink', usual: null } : { step, usual }
}

function usualStep(code: CodeWithNext, place: ErrorPlace): Offered | null {
  const step = usualSteps[code]
  switch (step) {
    case 'retry':
      // the first button must never discard received text
      if (place.where === 'answer' && place.hasText) return { step: 'continue', usual: null }
      // a picture request that continued is fetched again, and never submitted again
      if (code === 'task_expired' && place.where === 'image' && place.canFetch === true)
        return { step: 'fetchAgain', usual: null }
      return { step, usual: code }
    case 'edit':
      if (place.where === 'image' || place.where === 'video') return { step: 'changePrompt', usual: null }
      return place.where === 'answer' || place.where === 'send' ? { step, usual: code } : null
    case 'chooseModel':
      return place.where === 'form' || place.where === 'other' ? null : { step, usual: code }
    case 'chooseFolder':
    case 'openConnections':
      // in the form, the user already sees the fields to change
      return place.where === 'form' ? null : { step, usual: code }
    case 'chooseFile':
      // a recording is dropped or chosen again in the same place
      return stepsOf[place.where].includes(step) ? { step, usual: code } : null
    case 'fetchAgain':
    case 'copyLink':
      return stepsOf[place.where].includes(step) ? possible(step, code, place) : null
    case 'changePrompt':
    case 'openMask':
    case 'useCompletions':
      return stepsOf[place.where].includes(step) ? { step, usual: code } : null
    case 'continue':
    case 'withoutTools':
    case 'openDataFolder':
    case 'reload':
      return { step, usual: code }
    default:
      return step satisfies never
  }
}

/** Returns the technical details of an error for support; without the user's texts. */
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
