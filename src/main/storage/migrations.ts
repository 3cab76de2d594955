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
  `
  -- One row a request for images, written before the request is sent.
  CREATE TABLE image_jobs (
    -- the order in which jobs were taken in
    sequence     INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    request      TEXT NOT NULL,
    -- also in the request; here so that the files are known to be referred to
    source_id    TEXT REFERENCES media (id),
    mask_id      TEXT REFERENCES media (id),
    status       TEXT NOT NULL
                 CHECK (status IN ('queued', 'sending', 'waiting', 'saving', 'done', 'failed', 'unknown', 'stopped')),
    error        TEXT,
    attempts     INTEGER NOT NULL,
    -- the base URL it was sent to: its host may serve the results, however private
    gateway_url  TEXT,
    created_at   INTEGER NOT NULL,
    sent_at      INTEGER,
    retry_at     INTEGER,
    answered_at  INTEGER,
    ended_at     INTEGER,
    dismissed_at INTEGER
  ) STRICT;
  CREATE INDEX image_jobs_listed ON image_jobs (sequence) WHERE status <> 'done' AND dismissed_at IS NULL;
  CREATE INDEX image_jobs_by_source ON image_jobs (source_id) WHERE source_id IS NOT NULL;
  CREATE INDEX image_jobs_by_mask ON image_jobs (mask_id) WHERE mask_id IS NOT NULL;

  -- One row a picture of an answer. The link, or the bytes that came, are kept until the picture is in the gallery.
  CREATE TABLE image_pieces (
    job_id         TEXT NOT NULL REFERENCES image_jobs (id) ON DELETE CASCADE,
    position       INTEGER NOT NULL,
    state          TEXT NOT NULL CHECK (state IN ('pending', 'saved', 'failed')),
    link           TEXT,
    media_id       TEXT REFERENCES media (id),
    revised_prompt TEXT,
    error          TEXT,
    image_id       TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX image_pieces_by_media ON image_pieces (media_id) WHERE media_id IS NOT NULL;

  CREATE TABLE images (
    id              TEXT PRIMARY KEY,
    job_id          TEXT NOT NULL REFERENCES image_jobs (id),
    position        INTEGER NOT NULL,
    media_id        TEXT NOT NULL REFERENCES media (id),
    thumbnail_id    TEXT REFERENCES media (id),
    raw_media_id    TEXT REFERENCES media (id),
    -- the gallery's image it was made from; that one may be gone
    source_image_id TEXT,
    edited          INTEGER NOT NULL,
    model           TEXT NOT NULL,
    asked_size      TEXT,
    width           INTEGER,
    height          INTEGER,
    favourite       INTEGER NOT NULL DEFAULT 0,
    -- when the answer came, so that a batch stays together
    created_at      INTEGER NOT NULL,
    deleted_at      INTEGER,
    prompt          TEXT NOT NULL,
    -- the prompt as it is searched: case and width folded
    prompt_folded   TEXT NOT NULL,
    revised_prompt  TEXT
  ) STRICT;
  -- deleted_at at their ends: without it SQLite reads every row to be sure of what the index says already
  CREATE INDEX images_newest ON images (created_at DESC, job_id, position, deleted_at) WHERE deleted_at IS NULL;
  CREATE INDEX images_facets ON images (model, width, height, favourite, deleted_at) WHERE deleted_at IS NULL;
  CREATE INDEX images_deleted ON images (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX images_by_job ON images (job_id, position);
  CREATE INDEX images_by_source ON images (source_image_id) WHERE source_image_id IS NOT NULL;
  CREATE INDEX images_by_media ON images (media_id);
  CREATE INDEX images_by_thumbnail ON images (thumbnail_id) WHERE thumbnail_id IS NOT NULL;
  CREATE INDEX images_by_raw ON images (raw_media_id) WHERE raw_media_id IS NOT NULL;

  CREATE TABLE image_collections (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE image_collection_items (
    collection_id TEXT NOT NULL REFERENCES image_collections (id) ON DELETE CASCADE,
    image_id      TEXT NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    PRIMARY KEY (collection_id, image_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX image_collection_items_by_image ON image_collection_items (image_id);

  -- The mask that was last drawn on a source.
  CREATE TABLE image_masks (
    source_id  TEXT PRIMARY KEY REFERENCES media (id),
    mask_id    TEXT NOT NULL REFERENCES media (id),
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX image_masks_by_mask ON image_masks (mask_id);

  -- What is typed and chosen in the studio: one row at most.
  CREATE TABLE image_draft (
    only      INTEGER PRIMARY KEY CHECK (only = 1),
    draft     TEXT NOT NULL,
    source_id TEXT REFERENCES media (id),
    mask_id   TEXT REFERENCES media (id)
  ) STRICT;

  -- lets a file that nothing refers to be found without reading every message
  CREATE INDEX message_attachments_by_media ON message_attachments (media_id);
  CREATE INDEX media_by_age ON media (created_at);
  `,
]
