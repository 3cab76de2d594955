import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { httpError } from '../../../src/main/gateway/errors.ts'
import { decide, type RequestKind } from '../../../src/main/gateway/retry-policy.ts'
import { type AppError, appError } from '../../../src/shared/errors.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/requests.md'), 'utf8')
const kinds: readonly RequestKind[] = ['read', 'words', 'image', 'video']

const withoutStatus: Readonly<Record<string, AppError>> = {
  'connection lost': appError('connection_lost'),
  'no answer in time': appError('timeout'),
  'answer fell silent': appError('stalled'),
  'answer cut short': appError('cut_short'),
  'empty answer': appError('empty_answer'),
  'error inside a 200': appError('stream_error'),
  'refused for its content inside a 200': appError('content_refused', 'x', { status: 200 }),
  '500, refused for its content': appError('content_refused', 'x', { status: 500 }),
  'text already shown': appError('connection_lost'),
}

function errorOf(answer: string): AppError {
  const [status, code] = answer.replaceAll('`', '').split(' ')
  const known = withoutStatus[answer]
  if (known) return known
  return httpError(Number(status), new Headers(), { error: { message: 'no', code: code ?? null } }, [])
}

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

describe('docs/requests.md', () => {
  test('the table has a column for each kind of request, and every status of the contract', () => {
    expect(rows[0]).toEqual(['answer', ...kinds])
    const answers = rows.slice(1).map(([answer]) => answer)
    for (const status of ['400', '401', '404', '413', '422', '429', '500', '502', '503', '504'])
      expect(answers).toContain(status)
    for (const answer of Object.keys(withoutStatus)) expect(answers).toContain(answer)
  })

  for (const [answer = '', ...verdicts] of rows.slice(1))
    test(`${answer}: ${verdicts.join(', ')}`, () => {
      const decided = kinds.map(
        (kind) =>
          decide({ kind, error: errorOf(answer), shown: answer === 'text already shown', attempt: 1 }, () => 0.5)
            .action,
      )
      expect(decided).toEqual(verdicts)
    })
})
