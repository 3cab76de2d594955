import { describe, expect, it } from 'vitest'
import { WorkUnderWay } from '../../../../src/main/services/app/work-under-way.ts'

/** Work as a test sets it. */
function work({
  answers = 0,
  recordings = 0,
  transfer = false,
  backup = false,
  joining = false,
  videos = 0,
  temporary = 0,
} = {}): WorkUnderWay {
  return new WorkUnderWay({
    interrupted: [() => answers, () => recordings],
    transfer: () => transfer,
    backup: () => backup,
    joining: () => joining,
    goingOn: () => videos,
    unkept: () => temporary,
  })
}

describe('the running work', () => {
  it('an idle app has no work in progress', () => {
    expect([work().busy, work().leaving()]).toEqual([false, { interrupted: 0, cancelled: 0, goingOn: 0, unkept: 0 }])
  })

  it('backups and moves wait for answers, recordings, imports, exports and joined films', () => {
    const waited = [work({ answers: 1 }), work({ recordings: 1 }), work({ transfer: true }), work({ joining: true })]
    expect(waited.map(({ busy }) => busy)).toEqual([true, true, true, true])
  })

  it('nothing waits for videos at the gateway, and no backup for itself', () => {
    expect([work({ videos: 3 }), work({ backup: true })].map(({ busy }) => busy)).toEqual([false, false])
  })

  it('work is listed before quitting: interrupted, cancelled, continuing and lost', () => {
    expect(
      work({
        answers: 2,
        recordings: 1,
        transfer: true,
        backup: true,
        joining: true,
        videos: 4,
        temporary: 5,
      }).leaving(),
    ).toEqual({
      interrupted: 3,
      cancelled: 3,
      goingOn: 4,
      unkept: 5,
    })
  })
})
