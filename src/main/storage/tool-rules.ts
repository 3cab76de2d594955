import type { Database } from './database.ts'
import { choice, id, type RowOf, table, text } from './table.ts'

export const ruleTable = table('tool_rules', {
  tool: text(),
  conversationId: id,
  rule: choice(['ask', 'always', 'never']),
  /** Hash of the tool's definition at the time of the decision. */
  definition: text(),
})

const rules = ruleTable.without('tool', 'conversationId')

/** A permission of a tool. */
export type StoredRule = RowOf<typeof rules>

/** The user's permissions for tools: for all conversations (null), or for one. */
export class ToolRules {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  findRule(tool: string, conversationId: string | null): StoredRule | null {
    const row = this.database
      .prepare('SELECT rule, definition FROM tool_rules WHERE tool = ? AND conversation_id = ?')
      .get(tool, conversationId ?? '')
    return row ? rules.readRow(row) : null
  }

  /** Returns the permissions for all conversations, by tool. */
  general(): ReadonlyMap<string, StoredRule> {
    const rows = this.database.prepare("SELECT tool, rule, definition FROM tool_rules WHERE conversation_id = ''").all()
    return new Map(rows.map((row) => [String(row.tool), rules.readRow(row)]))
  }

  set(tool: string, conversationId: string | null, { rule, definition }: StoredRule): void {
    const row = { rule, definition, tool, conversationId: conversationId ?? '' }
    ruleTable.upsert(this.database, row, ['tool', 'conversationId'])
  }

  /** Removes every permission of tools with this id prefix, such as those of a removed server. */
  forgetRules(prefix: string): void {
    this.database.prepare('DELETE FROM tool_rules WHERE substr(tool, 1, ?) = ?').run(prefix.length, prefix)
  }
}
