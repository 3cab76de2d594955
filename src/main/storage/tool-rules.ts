import { z } from 'zod'
import type { Database } from './database.ts'

/** A permission of a tool. */
export interface StoredRule {
  readonly rule: 'ask' | 'always' | 'never'
  /** Hash of the tool's definition at the time of the decision. */
  readonly definition: string
}

const rowSchema = z.object({ rule: z.enum(['ask', 'always', 'never']), definition: z.string() })

/** The user's permissions for tools: for all conversations (null), or for one. */
export class ToolRules {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  find(tool: string, conversationId: string | null): StoredRule | null {
    const row = this.database
      .prepare('SELECT rule, definition FROM tool_rules WHERE tool = ? AND conversation_id = ?')
      .get(tool, conversationId ?? '')
    return row ? rowSchema.parse(row) : null
  }

  /** Returns the permissions for all conversations, by tool. */
  general(): ReadonlyMap<string, StoredRule> {
    const rows = this.database.prepare("SELECT tool, rule, definition FROM tool_rules WHERE conversation_id = ''").all()
    return new Map(rows.map((row) => [String(row.tool), rowSchema.parse(row)]))
  }

  set(tool: string, conversationId: string | null, { rule, definition }: StoredRule): void {
    this.database
      .prepare(
        `INSERT INTO tool_rules (tool, conversation_id, rule, definition) VALUES (?, ?, ?, ?)
         ON CONFLICT (tool, conversation_id) DO UPDATE SET rule = excluded.rule, definition = excluded.definition`,
      )
      .run(tool, conversationId ?? '', rule, definition)
  }

  /** Removes every permission of tools with this id prefix, such as those of a removed server. */
  forget(prefix: string): void {
    this.database.prepare('DELETE FROM tool_rules WHERE substr(tool, 1, ?) = ?').run(prefix.length, prefix)
  }
}
