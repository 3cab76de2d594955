import type { AskReason, ToolHints } from '../../../shared/tools.ts'

/** A decision of the user about a tool. */
export interface Rule {
  readonly rule: 'ask' | 'always' | 'never'
  /** Hash of the tool's definition when it was decided. */
  readonly definition: string
}

export interface ApprovalCase {
  readonly hints: ToolHints
  readonly defaultRule: 'ask' | 'always'
  /** Hash of the tool's present definition. */
  readonly definition: string
  /** The rule for all conversations; null if the user has not decided. */
  readonly general: Rule | null
  /** The rule for this conversation; null if the user has not decided. */
  readonly inChat: Rule | null
  /** True if third-party text came into the conversation. */
  readonly isTainted: boolean
  /** True if the arguments could not be checked against the tool's schema. */
  readonly isUnchecked: boolean
}

export type Approval =
  | { readonly verdict: 'run' }
  | { readonly verdict: 'ask'; readonly reason: AskReason }
  | { readonly verdict: 'deny' }

/**
 * Decides whether a call runs. *Never* beats everything. A permission counts only for the definition it was given for.
 * If third-party text is in the conversation, a tool that reaches others needs a confirmation even with a permission:
 * that text may be what makes the model call it. Unchecked arguments need a confirmation as well.
 */
export function approvalOf({
  hints,
  defaultRule,
  definition,
  general,
  inChat,
  isTainted,
  isUnchecked,
}: ApprovalCase): Approval {
  if (general?.rule === 'never' || inChat?.rule === 'never') return { verdict: 'deny' }
  const permissions = [general, inChat].filter((rule) => rule?.rule === 'always')
  const isAllowed = permissions.some((rule) => rule?.definition === definition)
  if (!isAllowed) {
    if (permissions.length > 0) return { verdict: 'ask', reason: 'changed' }
    if (general?.rule === 'ask' || defaultRule === 'ask')
      return { verdict: 'ask', reason: hints.costs ? 'money' : 'rule' }
  }
  if (isTainted && hints.openWorld) return { verdict: 'ask', reason: 'untrusted' }
  return isUnchecked ? { verdict: 'ask', reason: 'unchecked' } : { verdict: 'run' }
}
