import { describe, expect, it } from 'vitest'
import {
  type Composed,
  lateStep,
  type Pressed,
  pressedNow,
} from '../../../../../src/renderer/features/chat/actions/late-step.ts'
import { appError } from '../../../../../src/shared/errors.ts'

type Entry = Composed['files'][number]

const reading: Entry = { key: 'a', name: 'tides.pdf', refusal: null, isRead: false, isTooLong: false }
const read: Entry = { ...reading, isRead: true }
const damaged: Entry = { ...reading, refusal: { by: 'reader', problem: 'damaged' } }
const failure = { name: 'evil.png', error: appError('file_refused'), tooMany: false }

const composed = (change: Partial<Composed> = {}): Composed => ({
  files: [reading],
  pictures: [],
  failures: [],
  hasText: true,
  isTyping: false,
  isAnswering: false,
  isAnswerLost: false,
  ...change,
})

/** What becomes of a message that was pressed as `before`, and is as `now`. */
function step(now: Composed, before: Composed = composed()): ReturnType<typeof lateStep> {
  return lateStep(now, pressedNow(before))
}

describe('a message whose files are being read', () => {
  it('a message waits for files and pictures, and is sent when all are read', () => {
    expect(step(composed()).to).toBe('wait')
    expect(step(composed({ files: [read, { ...reading, key: 'b' }] })).to).toBe('wait')
    expect(step(composed({ files: [read], pictures: [{ isRead: false }] })).to).toBe('wait')
    expect(step(composed({ files: [read], pictures: [{ isRead: true }] }))).toEqual({ to: 'send' })
  })

  it('a message is sent without a file that the user removed meanwhile, if words are left', () => {
    expect(step(composed({ files: [] }))).toEqual({ to: 'send' })
    const without = composed({ hasText: false })
    expect(step(composed({ files: [], hasText: false }), without)).toEqual({ to: 'over' })
  })

  it('a message is not sent when the user emptied the field', () => {
    expect(step(composed({ files: [read], hasText: false }))).toEqual({ to: 'over' })
    // a file alone can be a message
    expect(step(composed({ files: [read], hasText: false }), composed({ hasText: false }))).toEqual({ to: 'send' })
  })

  it('a message is not sent when a file cannot be read, even if others are still being read', () => {
    const files = [{ ...reading, key: 'b' }, damaged]
    expect(step(composed({ files }))).toEqual({
      to: 'stop',
      unsent: { why: 'unread', name: 'tides.pdf', refusal: { by: 'reader', problem: 'damaged' } },
    })
  })

  it('a message is sent without a file that was refused before the press', () => {
    const before = composed({ files: [damaged, { ...reading, key: 'b' }] })
    expect(step(before, before).to).toBe('wait')
    expect(step(composed({ files: [damaged, { ...read, key: 'b' }] }), before)).toEqual({ to: 'send' })
  })

  it('a message is not sent when a locked file is opened meanwhile with a wrong password', () => {
    const other = { ...reading, key: 'b' }
    const again = step(composed({ files: [reading, other] }), composed({ files: [damaged, other] }))
    const pressed: Pressed = again.to === 'wait' ? again.pressed : pressedNow(composed())
    expect(lateStep(composed({ files: [damaged, { ...read, key: 'b' }] }), pressed).to).toBe('stop')
  })

  it('a message is not sent when a picture was refused, or exceeds the limit', () => {
    const now = composed({ files: [read], failures: [failure] })
    expect(step(now)).toEqual({
      to: 'stop',
      unsent: { why: 'unread', name: 'evil.png', refusal: { by: 'error', code: 'file_refused' } },
    })
    expect(step(now, composed({ failures: [failure] }))).toEqual({ to: 'send' })
    expect(step({ ...now, failures: [{ ...failure, tooMany: true }] })).toMatchObject({
      unsent: { refusal: { by: 'pictures' } },
    })
  })

  it('a message is not sent while one of its files waits for a decision', () => {
    const files = [{ ...read, isTooLong: true }]
    expect(step(composed({ files }))).toEqual({ to: 'stop', unsent: { why: 'tooLong', name: 'tides.pdf' } })
  })

  it('a message waits for an answer that began meanwhile, too', () => {
    expect(step(composed({ isAnswering: true }))).toMatchObject({ to: 'wait', on: 'files' })
    expect(step(composed({ files: [read], isAnswering: true }))).toMatchObject({ to: 'wait', on: 'answer' })
  })

  it('a message is not sent in the middle of a change', () => {
    expect(step(composed({ files: [read], isTyping: true }))).toMatchObject({ to: 'wait', on: 'typing' })
  })
})

describe('a message pressed while an answer runs', () => {
  const answering = composed({ files: [], isAnswering: true })

  it('a message waits, and is sent when the answer has ended', () => {
    expect(step(answering, answering)).toMatchObject({ to: 'wait', on: 'answer' })
    expect(step(composed({ files: [] }), answering)).toEqual({ to: 'send' })
  })

  it('a message is not sent after an answer that failed or was cut off', () => {
    const failed = composed({ files: [], isAnswerLost: true })
    expect(step(failed, answering)).toEqual({ to: 'stop', unsent: { why: 'answerFailed' } })
    // a failure before the press was seen
    expect(step(failed, composed({ files: [], isAnswerLost: true }))).toEqual({ to: 'send' })
  })

  it('a waiting message is not sent when the user emptied the field', () => {
    expect(step(composed({ files: [], hasText: false }), answering)).toEqual({ to: 'over' })
  })
})
