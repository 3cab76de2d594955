import type { StoredRule, ToolRules } from '../../storage/tool-rules.ts'
import type { Tool, ToolSource } from './tool.ts'

/** All available tools, from every source, and the user's decisions about them. */
export class ToolRegistry {
  private readonly sources = new Set<ToolSource>()
  private readonly rules: ToolRules

  constructor(rules: ToolRules) {
    this.rules = rules
  }

  /** Adds a source; returns its undo. */
  addToolSource(source: ToolSource): () => void {
    this.sources.add(source)
    return () => this.sources.delete(source)
  }

  allTools(): readonly Tool[] {
    return [...this.sources].flatMap((source) => source.tools())
  }

  findTool(id: string): Tool | null {
    return this.allTools().find((tool) => tool.id === id) ?? null
  }

  /** Returns the available tools with these ids, in the order of the sources. */
  among(ids: readonly string[]): readonly Tool[] {
    const wanted = new Set(ids)
    return this.allTools().filter(({ id }) => wanted.has(id))
  }

  rulesOf(
    id: string,
    conversationId: string,
  ): { readonly general: StoredRule | null; readonly inChat: StoredRule | null } {
    return { general: this.rules.findRule(id, null), inChat: this.rules.findRule(id, conversationId) }
  }
}
