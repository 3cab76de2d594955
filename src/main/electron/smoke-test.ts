import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Clock } from '../platform.ts'
import { type SmokeCheck, type SmokeSurroundings, smokeChecks, windowShown } from './smoke-checks.ts'

/** Time limit of a check, in ms; a demo video takes most of a minute. */
const checkMs = 120_000

const resultSchema = z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), ms: z.number() }).readonly()
const reportSchema = z
  .object({
    /** Versions, and whether the app was installed. */
    about: z.record(z.string(), z.string()),
    checks: z.array(resultSchema).readonly(),
    /** False while the app is expected to restart. */
    finished: z.boolean(),
  })
  .readonly()
/** Results of a smoke test; a JSON file. */
export type SmokeReport = z.infer<typeof reportSchema>

export interface SmokeTest {
  /** Path of the report. */
  readonly file: string
  readonly about: Readonly<Record<string, string>>
  readonly surroundings: SmokeSurroundings
  readonly clock: Clock
  /** Restarts the app with the same arguments. */
  readonly restart: () => void
  readonly end: () => void
  readonly checks?: readonly SmokeCheck[]
}

/**
 * Runs the checks that need the real Electron, and writes a report (`--smoke-report FILE`). The first start runs them
 * and restarts the app; the second start records that it started, and exits.
 */
export async function runSmokeTest({
  file,
  about,
  surroundings,
  clock,
  restart,
  end,
  ...rest
}: SmokeTest): Promise<void> {
  const before = readReport(file)
  if (before !== null && !before.finished) {
    await windowShown(surroundings)
    const relaunched = { name: 'relaunch', ok: true, detail: 'started again', ms: 0 }
    writeReport(file, { ...before, checks: [...before.checks, relaunched], finished: true })
    end()
    return
  }
  const checks: SmokeReport['checks'][number][] = []
  for (const check of rest.checks ?? smokeChecks) {
    checks.push(await result(check, surroundings, clock))
    writeReport(file, { about, checks, finished: false })
  }
  restart()
}

async function result(
  { name, run }: SmokeCheck,
  surroundings: SmokeSurroundings,
  clock: Clock,
): Promise<SmokeReport['checks'][number]> {
  const started = clock.now()
  const late = Promise.withResolvers<never>()
  const undo = clock.after(checkMs, () => late.reject(new Error(`no answer in ${checkMs / 1000} s`)))
  const told = await Promise.race([run(surroundings), late.promise]).then(
    (detail) => ({ ok: true, detail }),
    (cause: unknown) => ({ ok: false, detail: String(cause) }),
  )
  undo()
  return { name, ...told, ms: clock.now() - started }
}

/** Returns the report of an earlier start; null if it is missing or incomplete. */
function readReport(file: string): SmokeReport | null {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Replaces the report atomically, because it may be read at any time. */
function writeReport(file: string, report: SmokeReport): void {
  writeFileSync(`${file}.part`, JSON.stringify(report, null, 2))
  renameSync(`${file}.part`, file)
}

/** Returns the environment of a smoke test. */
export function versionsOf({ platform, arch, versions }: typeof process): Readonly<Record<string, string>> {
  const { electron = 'none', chrome = 'none', node } = versions
  return { platform, arch, electron, chrome, node }
}
