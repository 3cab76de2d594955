import { expect, it } from 'vitest'
import { type CardKind, cardOf } from '../../../../src/renderer/components/jobs/job-card.ts'
import type { JobStatus } from '../../../../src/shared/job-phase.ts'

interface Job {
  readonly status: JobStatus
  readonly isFree?: boolean
}

const kind: CardKind<Job, 'open' | 'over', 'cancel' | 'fetch' | 'repeat' | 'delete'> = {
  stateOf: ({ status }) => (status === 'queued' ? 'open' : 'over'),
  rows: {
    open: { first: ['cancel'] },
    over: { first: ({ isFree }) => (isFree === true ? ['fetch', 'repeat'] : ['repeat']), more: ['repeat', 'delete'] },
  },
}

it('offers each step once, those of the state first', () => {
  expect(cardOf(kind, { status: 'queued' })).toMatchObject({ state: 'open', first: ['cancel'], more: [] })
  expect(cardOf(kind, { status: 'failed', isFree: true })).toMatchObject({
    first: ['fetch', 'repeat'],
    more: ['delete'],
  })
})

it('shows the icon of the phase for a state without an icon', () => {
  expect(cardOf(kind, { status: 'unknown' })).toMatchObject({ phase: 'attention', tone: 'bad' })
  const own = { ...kind.rows.over, sign: { ...cardOf(kind, { status: 'done' }), tone: 'ask' } as const }
  expect(cardOf({ ...kind, rows: { ...kind.rows, over: own } }, { status: 'unknown' }).tone).toBe('ask')
})
