/**
 * The schema, one step a version; `user_version` counts the steps that have been taken. Append only: a step that has
 * been released is never changed, because there are files out there that have taken it.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE connections (
    id             TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    base_url       TEXT NOT NULL,
    allow_insecure INTEGER NOT NULL DEFAULT 0,
    -- the last four characters of the key that was set; the key itself is in the keychain
    key_last_four  TEXT,
    created_at     INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE preferences (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE catalogues (
    connection_id TEXT PRIMARY KEY,
    models        TEXT NOT NULL,
    fetched_at    INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE media (
    id         TEXT PRIMARY KEY,
    mime       TEXT NOT NULL,
    bytes      INTEGER NOT NULL,
    width      INTEGER,
    height     INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE conversations (
    id            TEXT PRIMARY KEY,
    title         TEXT NOT NULL,
    connection_id TEXT,
    model         TEXT NOT NULL,
    parameters    TEXT NOT NULL,
    pinned        INTEGER NOT NULL DEFAULT 0,
    created_at    INTEGER NOT NULL,
    active_at     INTEGER NOT NULL,
    snippet       TEXT NOT NULL,
    -- the last message of the branch that is shown
    leaf_id       TEXT,
    deleted_at    INTEGER
  ) STRICT;
  CREATE INDEX conversations_by_activity ON conversations (deleted_at, pinned DESC, active_at DESC, id);

  CREATE TABLE messages (
    id              TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id       TEXT REFERENCES messages (id) ON DELETE CASCADE,
    role            TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    text            TEXT NOT NULL,
    model           TEXT NOT NULL,
    state           TEXT NOT NULL CHECK (state IN ('streaming', 'done', 'stopped', 'interrupted', 'failed')),
    error           TEXT,
    usage           TEXT,
    timing          TEXT,
    finish_reason   TEXT,
    created_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX messages_by_parent ON messages (parent_id, created_at);
  CREATE INDEX messages_by_conversation ON messages (conversation_id, created_at);
  CREATE INDEX messages_streaming ON messages (id) WHERE state = 'streaming';

  CREATE TABLE message_attachments (
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    media_id   TEXT NOT NULL REFERENCES media (id),
    PRIMARY KEY (message_id, position)
  ) STRICT, WITHOUT ROWID;

  -- What has come of an answer that is still streaming: pieces are appended, never rewritten, and move into
  -- messages.text when it ends.
  CREATE TABLE journal (
    sequence   INTEGER PRIMARY KEY,
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    text       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_by_message ON journal (message_id, sequence);

  -- What was typed and not sent; an empty conversation_id is the conversation that does not exist yet.
  CREATE TABLE drafts (
    conversation_id TEXT PRIMARY KEY,
    text            TEXT NOT NULL
  ) STRICT;
  `,
]
