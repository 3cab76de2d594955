import type { McpProblem } from '../../../shared/mcp.ts'

/** Reason why a server did not start, or cannot continue. */
export class LaunchFailure extends Error {
  readonly problem: McpProblem
  /** True if another attempt can help without the user. */
  readonly isTemporary: boolean

  constructor(problem: McpProblem, detail: string, isTemporary = false) {
    super(detail)
    this.problem = problem
    this.isTemporary = isTemporary
  }
}
