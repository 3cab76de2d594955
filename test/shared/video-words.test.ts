import { describe, expect, it } from 'vitest'
import { baseOf, modelIdOf, orientationOf, videoModels } from '../../src/shared/video-models.ts'
import { foldWord, meaningOf } from '../../src/shared/video-words.ts'

describe('the words for the state of a video', () => {
  it.each([
    ['pending', 'pending'],
    ['queued', 'pending'],
    ['QUEUED', 'pending'],
    ['NOT_START', 'pending'],
    ['processing', 'processing'],
    ['in_progress', 'processing'],
    ['In Progress', 'processing'],
    ['in-progress', 'processing'],
    ['completed', 'completed'],
    ['SUCCESS', 'completed'],
    [' succeeded ', 'completed'],
    ['failed', 'failed'],
    ['FAILURE', 'failed'],
    ['canceled', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
  ])('the status %s means %s', (word, meaning) => {
    expect(meaningOf(word, {})).toBe(meaning)
  })

  it('an unknown status, or a name that every object has, is not guessed', () => {
    expect(['moonlighting', '', 'constructor', '__proto__'].map((word) => meaningOf(word, {}))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('status words are read by the user’s own table first', () => {
    const own = { moonlighting: 'processing', done: 'failed' } as const
    expect([meaningOf('Moonlighting', own), meaningOf('done', own)]).toEqual(['processing', 'failed'])
    expect(foldWord(' In - Progress ')).toBe('in_progress')
  })
})

describe('the models of a catalogue', () => {
  it('the models of a catalogue are grouped by their naming', () => {
    expect(videoModels(['sora', 'veo-landscape', 'sora-landscape', 'kling'])).toEqual([
      { base: 'sora', portrait: true, landscape: true },
      { base: 'veo', portrait: false, landscape: true },
      { base: 'kling', portrait: true, landscape: false },
    ])
  })

  it('the orientation is added to a model’s name and removed again', () => {
    for (const orientation of ['portrait', 'landscape'] as const) {
      const id = modelIdOf('sora', orientation)
      expect([orientationOf(id), baseOf(id)]).toEqual([orientation, 'sora'])
    }
  })
})
