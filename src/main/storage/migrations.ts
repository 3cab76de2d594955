/**
 * The schema, one step per version; `user_version` counts the steps taken. Append only: a released step never changes,
 * because existing files have taken it.
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
  `
  -- One row a recording, written before anything of it is sent.
  CREATE TABLE transcription_jobs (
    id           TEXT PRIMARY KEY,
    -- the place in the line; a job that was moved lies between two others
    position     REAL NOT NULL,
    name         TEXT NOT NULL,
    bytes        INTEGER NOT NULL,
    request      TEXT NOT NULL,
    source_id    TEXT REFERENCES media (id),
    status       TEXT NOT NULL CHECK (status IN ('receiving', 'preparing', 'queued', 'sending', 'waiting', 'paused',
                                                 'done', 'failed', 'unknown', 'stopped')),
    error        TEXT,
    -- of the piece that is out or comes next
    attempts     INTEGER NOT NULL,
    -- whether it must be cut: not at all, as its kind asks for it, or as the gateway refused it whole
    cut          TEXT NOT NULL CHECK (cut IN ('no', 'preferred', 'refused')),
    -- whether a page has listened through it and all its pieces are here
    listened     INTEGER NOT NULL,
    -- ms of sound
    duration     REAL,
    created_at   INTEGER NOT NULL,
    sent_at      INTEGER,
    retry_at     INTEGER,
    ended_at     INTEGER,
    dismissed_at INTEGER
  ) STRICT;
  CREATE INDEX transcription_jobs_listed ON transcription_jobs (position, status)
    WHERE status <> 'done' AND dismissed_at IS NULL;
  CREATE INDEX transcription_jobs_ended ON transcription_jobs (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX transcription_jobs_by_source ON transcription_jobs (source_id) WHERE source_id IS NOT NULL;

  -- Loudness, base64 of 10 bytes a second: apart, as a job is read much more often than drawn.
  CREATE TABLE transcription_waveforms (
    job_id   TEXT PRIMARY KEY REFERENCES transcription_jobs (id) ON DELETE CASCADE,
    waveform TEXT NOT NULL
  ) STRICT;

  CREATE TABLE transcription_pieces (
    job_id   TEXT NOT NULL REFERENCES transcription_jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    from_ms  REAL NOT NULL,
    to_ms    REAL NOT NULL,
    -- 1: the recording as it is, 0: a part of it, whose file is removed when it is not needed any more
    whole    INTEGER NOT NULL,
    media_id TEXT REFERENCES media (id),
    state    TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'done')),
    -- what the gateway answered, as it came
    answer   TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT;
  CREATE INDEX transcription_pieces_by_media ON transcription_pieces (media_id) WHERE media_id IS NOT NULL;

  CREATE TABLE transcripts (
    id           TEXT PRIMARY KEY,
    job_id       TEXT NOT NULL UNIQUE REFERENCES transcription_jobs (id),
    title        TEXT NOT NULL,
    -- as it is searched: case and width folded
    title_folded TEXT NOT NULL,
    model        TEXT NOT NULL,
    language     TEXT,
    -- the beginning of its text
    start        TEXT NOT NULL,
    complete     INTEGER NOT NULL,
    -- grows with every change
    revision     INTEGER NOT NULL,
    -- the number of the last edit that is in force; 0 where none is
    edit         INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    edited_at    INTEGER,
    deleted_at   INTEGER
  ) STRICT;
  CREATE INDEX transcripts_newest ON transcripts (created_at DESC, id) WHERE deleted_at IS NULL;
  CREATE INDEX transcripts_deleted ON transcripts (deleted_at) WHERE deleted_at IS NOT NULL;

  CREATE TABLE transcript_segments (
    transcript_id TEXT NOT NULL REFERENCES transcripts (id) ON DELETE CASCADE,
    -- grows along the transcript, with room between two for others
    place         INTEGER NOT NULL,
    id            TEXT NOT NULL,
    from_ms       REAL,
    to_ms         REAL,
    text          TEXT NOT NULL,
    text_folded   TEXT NOT NULL,
    speaker       TEXT,
    -- JSON: from, to, text, from, to, text …
    words         TEXT NOT NULL,
    mended        INTEGER NOT NULL,
    PRIMARY KEY (transcript_id, place)
  ) STRICT;

  -- What was edited, to be undone and redone: the segments from one on, before and after.
  CREATE TABLE transcript_edits (
    transcript_id TEXT NOT NULL REFERENCES transcripts (id) ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    at            INTEGER NOT NULL,
    before        TEXT NOT NULL,
    after         TEXT NOT NULL,
    PRIMARY KEY (transcript_id, number)
  ) STRICT;

  -- The richest form of answer that a model of a connection takes.
  CREATE TABLE model_formats (
    connection_id TEXT NOT NULL,
    model         TEXT NOT NULL,
    format        TEXT NOT NULL,
    PRIMARY KEY (connection_id, model)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Where a file lies that is not in the library but referred to, and when it was changed last, in ms as the file
  -- system tells: it is only read while that and its length are the same.
  ALTER TABLE media ADD COLUMN referred_path TEXT;
  ALTER TABLE media ADD COLUMN referred_at REAL;
  `,
  `
  -- One row a video, written before it is submitted.
  CREATE TABLE video_jobs (
    id             TEXT PRIMARY KEY,
    -- the place in the line; a job that was moved lies between two others
    position       REAL NOT NULL,
    request        TEXT NOT NULL,
    model          TEXT NOT NULL,
    -- the prompt as it is searched: case and width folded
    prompt_folded  TEXT NOT NULL,
    status         TEXT NOT NULL CHECK (status IN ('queued', 'submitting', 'pending', 'processing', 'downloading',
                                                   'done', 'failed', 'cancelled', 'expired', 'unknown')),
    error          TEXT,
    attempts       INTEGER NOT NULL,
    -- how many of the last submissions in a row the gateway refused for now
    refusals       INTEGER NOT NULL,
    -- the base URL it was sent to: its host may serve the result, however private
    gateway_url    TEXT,
    task_id        TEXT,
    -- the gateway's last word for the state, as it came
    word           TEXT,
    word_unknown   INTEGER NOT NULL,
    polls          INTEGER NOT NULL,
    failed_polls   INTEGER NOT NULL,
    created_at     INTEGER NOT NULL,
    sent_at        INTEGER,
    accepted_at    INTEGER,
    -- by the gateway's clock
    made_at        INTEGER,
    retry_at       INTEGER,
    polled_at      INTEGER,
    next_poll_at   INTEGER,
    link           TEXT,
    dead_links     INTEGER NOT NULL,
    broken_off     INTEGER NOT NULL,
    received       INTEGER NOT NULL,
    total          INTEGER,
    -- which version of the file the bytes on the disk are of (its ETag)
    version        TEXT,
    -- what the gateway last answered
    answer         TEXT,
    media_id       TEXT REFERENCES media (id),
    poster_id      TEXT REFERENCES media (id),
    -- ms of video
    video_duration REAL,
    ended_at       INTEGER,
    favourite      INTEGER NOT NULL DEFAULT 0,
    seen_at        INTEGER,
    deleted_at     INTEGER
  ) STRICT;
  CREATE INDEX video_jobs_running ON video_jobs (position)
    WHERE status IN ('queued', 'submitting', 'pending', 'processing', 'downloading');
  CREATE INDEX video_jobs_ended ON video_jobs (ended_at DESC, id) WHERE deleted_at IS NULL;
  CREATE INDEX video_jobs_deleted ON video_jobs (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX video_jobs_by_media ON video_jobs (media_id) WHERE media_id IS NOT NULL;
  CREATE INDEX video_jobs_by_poster ON video_jobs (poster_id) WHERE poster_id IS NOT NULL;
  `,
  `
  -- Everything ever made, an item a row, so that the history is read from one place. Kept by triggers alone, so that
  -- nothing can be written past it; only \`archived_at\`, and whether a transcript is pinned, are written here.
  CREATE TABLE history_items (
    kind          TEXT NOT NULL,
    item_id       TEXT NOT NULL,
    title         TEXT NOT NULL,
    preview       TEXT NOT NULL,
    model         TEXT NOT NULL,
    connection_id TEXT,
    -- when something last happened to it
    at            INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    pinned        INTEGER NOT NULL,
    archived_at   INTEGER,
    -- messages, or ms of sound or video
    size          REAL,
    has_media     INTEGER NOT NULL,
    picture_id    TEXT,
    state         TEXT NOT NULL,
    deleted_at    INTEGER,
    PRIMARY KEY (kind, item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX history_items_here ON history_items (pinned DESC, at DESC)
    WHERE deleted_at IS NULL AND archived_at IS NULL;
  CREATE INDEX history_items_deleted ON history_items (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE TABLE history_tags (
    kind    TEXT NOT NULL,
    item_id TEXT NOT NULL,
    tag     TEXT NOT NULL,
    PRIMARY KEY (kind, item_id, tag),
    FOREIGN KEY (kind, item_id) REFERENCES history_items (kind, item_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX history_tags_by_tag ON history_tags (tag);

  CREATE TRIGGER history_conversation_added AFTER INSERT ON conversations BEGIN
    INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
      created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'chat', new.id, substr(new.title, 1, 200), substr(new.snippet, 1, 200), new.model, new.connection_id,
      new.active_at, new.created_at, new.pinned, 0, 0, NULL, 'done', new.deleted_at;
  END;
  CREATE TRIGGER history_conversation_changed AFTER UPDATE ON conversations BEGIN
    UPDATE history_items SET title = substr(new.title, 1, 200), preview = substr(new.snippet, 1, 200), model = new.model,
      connection_id = new.connection_id, at = new.active_at, pinned = new.pinned, deleted_at = new.deleted_at
    WHERE kind = 'chat' AND item_id = new.id;
  END;
  CREATE TRIGGER history_conversation_removed AFTER DELETE ON conversations BEGIN
    DELETE FROM history_items WHERE kind = 'chat' AND item_id = old.id;
  END;
  CREATE TRIGGER history_image_added AFTER INSERT ON images BEGIN
    INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
      created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'image', new.id, substr(new.prompt, 1, 200), '', new.model, (SELECT json_extract(request,
      '$.connectionId') FROM image_jobs WHERE id = new.job_id), new.created_at, new.created_at, new.favourite,
      NULL, 1, coalesce(new.thumbnail_id, new.media_id), 'done', new.deleted_at;
  END;
  CREATE TRIGGER history_image_changed AFTER UPDATE ON images BEGIN
    UPDATE history_items SET pinned = new.favourite, deleted_at = new.deleted_at
    WHERE kind = 'image' AND item_id = new.id;
  END;
  CREATE TRIGGER history_image_removed AFTER DELETE ON images BEGIN
    DELETE FROM history_items WHERE kind = 'image' AND item_id = old.id;
  END;
  CREATE TRIGGER history_transcript_added AFTER INSERT ON transcripts BEGIN
    INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
      created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'transcript', new.id, substr(new.title, 1, 200), substr(new.start, 1, 200), new.model,
      (SELECT json_extract(request, '$.connectionId') FROM transcription_jobs WHERE id = new.job_id),
      new.created_at, new.created_at, 0, (SELECT duration FROM transcription_jobs WHERE id = new.job_id), 1,
      NULL, iif(new.complete, 'done', 'running'), new.deleted_at;
  END;
  CREATE TRIGGER history_transcript_changed AFTER UPDATE ON transcripts BEGIN
    UPDATE history_items SET title = substr(new.title, 1, 200), preview = substr(new.start, 1, 200), model = new.model,
      state = iif(new.complete, 'done', 'running'), deleted_at = new.deleted_at,
      size = (SELECT duration FROM transcription_jobs WHERE id = new.job_id)
    WHERE kind = 'transcript' AND item_id = new.id;
  END;
  CREATE TRIGGER history_transcript_removed AFTER DELETE ON transcripts BEGIN
    DELETE FROM history_items WHERE kind = 'transcript' AND item_id = old.id;
  END;
  CREATE TRIGGER history_video_added AFTER INSERT ON video_jobs BEGIN
    INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
      created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'video', new.id, substr(json_extract(new.request, '$.prompt'), 1, 200), '', new.model,
      json_extract(new.request, '$.connectionId'), new.created_at, new.created_at, new.favourite,
      new.video_duration, new.media_id IS NOT NULL, new.poster_id,
      CASE WHEN new.status = 'done' THEN 'done' WHEN new.ended_at IS NULL THEN 'running' ELSE 'troubled' END,
      new.deleted_at;
  END;
  CREATE TRIGGER history_video_changed AFTER UPDATE ON video_jobs BEGIN
    UPDATE history_items SET pinned = new.favourite, size = new.video_duration, has_media = new.media_id IS NOT NULL,
      picture_id = new.poster_id, deleted_at = new.deleted_at,
      state = CASE WHEN new.status = 'done' THEN 'done' WHEN new.ended_at IS NULL THEN 'running' ELSE 'troubled' END
    WHERE kind = 'video' AND item_id = new.id;
  END;
  CREATE TRIGGER history_video_removed AFTER DELETE ON video_jobs BEGIN
    DELETE FROM history_items WHERE kind = 'video' AND item_id = old.id;
  END;
  CREATE TRIGGER history_message_added AFTER INSERT ON messages BEGIN
    UPDATE history_items SET size = size + 1 WHERE kind = 'chat' AND item_id = new.conversation_id;
  END;
  CREATE TRIGGER history_message_removed AFTER DELETE ON messages BEGIN
    UPDATE history_items SET size = size - 1 WHERE kind = 'chat' AND item_id = old.conversation_id;
  END;
  CREATE TRIGGER history_attachment_added AFTER INSERT ON message_attachments BEGIN
    UPDATE history_items SET has_media = 1, picture_id = coalesce(picture_id, new.media_id)
    WHERE kind = 'chat' AND item_id = (SELECT conversation_id FROM messages WHERE id = new.message_id);
  END;
  -- what was made before there was a history
  INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
    created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'chat', conversations.id, substr(conversations.title, 1, 200), substr(conversations.snippet, 1, 200),
      conversations.model, conversations.connection_id, conversations.active_at, conversations.created_at,
      conversations.pinned, 0, 0, NULL, 'done', conversations.deleted_at FROM conversations;
  INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
    created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'image', images.id, substr(images.prompt, 1, 200), '', images.model, (SELECT json_extract(request,
      '$.connectionId') FROM image_jobs WHERE id = images.job_id), images.created_at, images.created_at,
      images.favourite, NULL, 1, coalesce(images.thumbnail_id, images.media_id), 'done', images.deleted_at FROM images;
  INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
    created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'transcript', transcripts.id, substr(transcripts.title, 1, 200), substr(transcripts.start, 1, 200),
      transcripts.model, (SELECT json_extract(request,
      '$.connectionId') FROM transcription_jobs WHERE id = transcripts.job_id), transcripts.created_at,
      transcripts.created_at, 0, (SELECT duration FROM transcription_jobs WHERE id = transcripts.job_id), 1,
      NULL, iif(transcripts.complete, 'done', 'running'), transcripts.deleted_at FROM transcripts;
  INSERT INTO history_items (kind, item_id, title, preview, model, connection_id, at,
    created_at, pinned, size, has_media, picture_id, state, deleted_at) SELECT
      'video', video_jobs.id, substr(json_extract(video_jobs.request, '$.prompt'), 1, 200), '',
      video_jobs.model, json_extract(video_jobs.request, '$.connectionId'), video_jobs.created_at,
      video_jobs.created_at, video_jobs.favourite, video_jobs.video_duration, video_jobs.media_id IS NOT NULL,
      video_jobs.poster_id,
      CASE WHEN video_jobs.status = 'done' THEN 'done' WHEN video_jobs.ended_at IS NULL THEN 'running' ELSE 'troubled' END,
      video_jobs.deleted_at FROM video_jobs;
  UPDATE history_items SET
    size = (SELECT count(*) FROM messages WHERE conversation_id = item_id),
    picture_id = (SELECT media_id FROM message_attachments JOIN messages ON messages.id = message_id
                  WHERE conversation_id = item_id LIMIT 1)
    WHERE kind = 'chat';
  UPDATE history_items SET has_media = picture_id IS NOT NULL WHERE kind = 'chat';

  -- Everything that can be found: one row a title, message, prompt or segment. Ids grow with the time of what they
  -- stand for, so that the newest come first without sorting.
  CREATE TABLE search_documents (
    id      INTEGER PRIMARY KEY,
    kind    TEXT NOT NULL,
    item_id TEXT NOT NULL,
    part    TEXT NOT NULL,
    part_id TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX search_documents_by_part ON search_documents (kind, item_id, part, part_id);
  -- three characters and more are found by their trigrams, fewer by being one of the document's characters or pairs
  CREATE VIRTUAL TABLE search_trigrams
    USING fts5(text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');
  CREATE VIRTUAL TABLE search_grams
    USING fts5(grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

  -- Items that changed and are to be indexed (again). Triggers fill it, so that nothing can be written past it.
  CREATE TABLE search_pending (
    sequence INTEGER PRIMARY KEY,
    kind     TEXT NOT NULL,
    item_id  TEXT NOT NULL,
    -- a message or segment alone; empty for the item without its parts
    part_id  TEXT NOT NULL,
    UNIQUE (kind, item_id, part_id)
  ) STRICT;

  CREATE TRIGGER search_conversation_added AFTER INSERT ON conversations BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', new.id, '');
  END;
  CREATE TRIGGER search_conversation_changed AFTER UPDATE OF title ON conversations
    WHEN new.title <> old.title BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', new.id, '');
  END;
  CREATE TRIGGER search_conversation_removed AFTER DELETE ON conversations BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', old.id, '');
  END;
  CREATE TRIGGER search_message_added AFTER INSERT ON messages WHEN new.text <> '' BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', new.conversation_id, new.id);
  END;
  CREATE TRIGGER search_message_changed AFTER UPDATE OF text ON messages WHEN new.text <> old.text BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', new.conversation_id, new.id);
  END;
  CREATE TRIGGER search_message_removed AFTER DELETE ON messages BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', old.conversation_id, old.id);
  END;
  CREATE TRIGGER search_image_added AFTER INSERT ON images BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('image', new.id, '');
  END;
  CREATE TRIGGER search_image_removed AFTER DELETE ON images BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('image', old.id, '');
  END;
  CREATE TRIGGER search_transcript_added AFTER INSERT ON transcripts BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('transcript', new.id, '');
  END;
  CREATE TRIGGER search_transcript_changed AFTER UPDATE OF title ON transcripts WHEN new.title <> old.title BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('transcript', new.id, '');
  END;
  CREATE TRIGGER search_transcript_removed AFTER DELETE ON transcripts BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('transcript', old.id, '');
  END;
  CREATE TRIGGER search_segment_added AFTER INSERT ON transcript_segments BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('transcript', new.transcript_id, new.id);
  END;
  CREATE TRIGGER search_segment_changed AFTER UPDATE OF text ON transcript_segments WHEN new.text <> old.text BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('transcript', new.transcript_id, new.id);
  END;
  CREATE TRIGGER search_segment_removed AFTER DELETE ON transcript_segments BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('transcript', old.transcript_id, old.id);
  END;
  CREATE TRIGGER search_video_added AFTER INSERT ON video_jobs BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('video', new.id, '');
  END;
  CREATE TRIGGER search_video_removed AFTER DELETE ON video_jobs BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('video', old.id, '');
  END;

  -- a segment is looked up by its id when it is indexed
  CREATE INDEX transcript_segments_by_id ON transcript_segments (transcript_id, id);

  -- what was made before there was an index
  INSERT INTO search_pending (kind, item_id, part_id) SELECT 'chat', id, '' FROM conversations;
  INSERT INTO search_pending (kind, item_id, part_id) SELECT 'chat', conversation_id, id FROM messages WHERE text <> '';
  INSERT INTO search_pending (kind, item_id, part_id) SELECT 'image', id, '' FROM images;
  INSERT INTO search_pending (kind, item_id, part_id) SELECT 'transcript', id, '' FROM transcripts;
  INSERT INTO search_pending (kind, item_id, part_id) SELECT 'transcript', transcript_id, id FROM transcript_segments;
  INSERT INTO search_pending (kind, item_id, part_id) SELECT 'video', id, '' FROM video_jobs;
  `,
  `
  -- Bodies of answers that were paid for, as they came: stored before they are read, and kept until all of it is used.
  CREATE TABLE kept_answers (
    id           INTEGER PRIMARY KEY,
    -- chat, image, transcription or video
    kind         TEXT NOT NULL,
    -- a message or a job
    owner_id     TEXT NOT NULL,
    -- the piece of a recording; 0 elsewhere
    part         INTEGER NOT NULL,
    received_at  INTEGER NOT NULL,
    status       INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    -- whether it came to its end
    whole        INTEGER NOT NULL,
    media_id     TEXT NOT NULL REFERENCES media (id),
    -- unread until it was read; then left, where something in it did not fit
    state        TEXT NOT NULL,
    -- what did not fit, as JSON
    extra        TEXT
  ) STRICT;
  CREATE INDEX kept_answers_by_owner ON kept_answers (kind, owner_id, part);
  CREATE INDEX kept_answers_by_media ON kept_answers (media_id);
  CREATE TRIGGER kept_answer_of_message AFTER DELETE ON messages BEGIN
    DELETE FROM kept_answers WHERE kind = 'chat' AND owner_id = old.id;
  END;
  CREATE TRIGGER kept_answer_of_image AFTER DELETE ON image_jobs BEGIN
    DELETE FROM kept_answers WHERE kind = 'image' AND owner_id = old.id;
  END;
  CREATE TRIGGER kept_answer_of_transcription AFTER DELETE ON transcription_jobs BEGIN
    DELETE FROM kept_answers WHERE kind = 'transcription' AND owner_id = old.id;
  END;
  CREATE TRIGGER kept_answer_of_video AFTER DELETE ON video_jobs BEGIN
    DELETE FROM kept_answers WHERE kind = 'video' AND owner_id = old.id;
  END;
  `,
  `
  -- What a person ended is called cancelled in every kind of job. The column is made anew, as its check is part of it.
  ALTER TABLE image_jobs ADD COLUMN state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sending', 'waiting', 'saving', 'done', 'failed', 'unknown', 'cancelled'));
  UPDATE image_jobs SET state = CASE status WHEN 'stopped' THEN 'cancelled' ELSE status END;
  DROP INDEX image_jobs_listed;
  ALTER TABLE image_jobs DROP COLUMN status;
  ALTER TABLE image_jobs RENAME COLUMN state TO status;
  CREATE INDEX image_jobs_listed ON image_jobs (sequence) WHERE status <> 'done' AND dismissed_at IS NULL;

  ALTER TABLE transcription_jobs ADD COLUMN state TEXT NOT NULL DEFAULT 'receiving'
    CHECK (state IN ('receiving', 'preparing', 'queued', 'sending', 'waiting', 'paused', 'done', 'failed', 'unknown',
                     'cancelled'));
  UPDATE transcription_jobs SET state = CASE status WHEN 'stopped' THEN 'cancelled' ELSE status END;
  DROP INDEX transcription_jobs_listed;
  ALTER TABLE transcription_jobs DROP COLUMN status;
  ALTER TABLE transcription_jobs RENAME COLUMN state TO status;
  CREATE INDEX transcription_jobs_listed ON transcription_jobs (position, status)
    WHERE status <> 'done' AND dismissed_at IS NULL;
  `,
  `
  -- Answers that called tools: a row for each round, and one for each call, written before anything runs.
  CREATE TABLE answer_rounds (
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- from 0
    round      INTEGER NOT NULL,
    -- how much of the answer's text had come by then, in UTF-16 units
    text_end   INTEGER NOT NULL,
    connection TEXT NOT NULL,
    model      TEXT NOT NULL,
    -- fields that go back to the same connection and model unchanged, as JSON
    replay     TEXT,
    PRIMARY KEY (message_id, round)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tool_calls (
    id               TEXT PRIMARY KEY,
    message_id       TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    round            INTEGER NOT NULL,
    position         INTEGER NOT NULL,
    -- the gateway's own name for the call
    call_id          TEXT NOT NULL,
    -- the tool as the model named it
    name             TEXT NOT NULL,
    tool             TEXT,
    server           TEXT,
    arguments        TEXT NOT NULL,
    edited_arguments TEXT,
    -- what else the gateway sent with the call, as JSON
    extra            TEXT,
    hints            TEXT,
    state            TEXT NOT NULL CHECK (state IN ('waiting', 'asking', 'running', 'done', 'failed', 'denied', 'cancelled', 'unknown')),
    ask_reason       TEXT,
    -- as the model gets it
    result           TEXT NOT NULL,
    -- the whole of it, where that is more
    result_media_id  TEXT REFERENCES media (id),
    -- whether the result is a text of others
    untrusted        INTEGER NOT NULL DEFAULT 0,
    created_at       INTEGER NOT NULL,
    started_at       INTEGER,
    ended_at         INTEGER
  ) STRICT;
  CREATE INDEX tool_calls_by_message ON tool_calls (message_id, round, position);
  CREATE INDEX tool_calls_by_media ON tool_calls (result_media_id) WHERE result_media_id IS NOT NULL;
  CREATE INDEX tool_calls_open ON tool_calls (id) WHERE state IN ('waiting', 'asking', 'running');

  -- Files that a result shows, such as pictures.
  CREATE TABLE tool_call_media (
    call_id  TEXT NOT NULL REFERENCES tool_calls (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    media_id TEXT NOT NULL REFERENCES media (id),
    PRIMARY KEY (call_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tool_call_media_by_media ON tool_call_media (media_id);

  -- The words of calls belong to their message in the index of the search.
  CREATE TRIGGER search_call_added AFTER INSERT ON tool_calls BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id)
      SELECT 'chat', conversation_id, id FROM messages WHERE id = new.message_id;
  END;
  CREATE TRIGGER search_call_changed AFTER UPDATE OF result, edited_arguments ON tool_calls
    WHEN new.result <> old.result OR new.edited_arguments IS NOT old.edited_arguments BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id)
      SELECT 'chat', conversation_id, id FROM messages WHERE id = new.message_id;
  END;
  CREATE TRIGGER search_answer_ended AFTER UPDATE OF state ON messages
    WHEN old.state = 'streaming' AND EXISTS (SELECT 1 FROM tool_calls WHERE message_id = new.id) BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', new.conversation_id, new.id);
  END;

  -- What the person decided about a tool; an empty conversation means all of them.
  CREATE TABLE tool_rules (
    tool            TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    rule            TEXT NOT NULL CHECK (rule IN ('ask', 'always', 'never')),
    -- hash of the tool's definition at that time
    definition      TEXT NOT NULL,
    PRIMARY KEY (tool, conversation_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER tool_rules_of_conversation AFTER DELETE ON conversations BEGIN
    DELETE FROM tool_rules WHERE conversation_id = old.id;
  END;
  `,
  `
  -- Servers of tools (MCP). Values of their environment and headers are only in the keychain.
  CREATE TABLE mcp_servers (
    id                TEXT PRIMARY KEY,
    name              TEXT NOT NULL,
    kind              TEXT NOT NULL CHECK (kind IN ('stdio', 'http')),
    -- empty for http
    command           TEXT NOT NULL,
    -- as JSON
    arguments         TEXT NOT NULL,
    environment_names TEXT NOT NULL,
    -- empty for stdio
    url               TEXT NOT NULL,
    header_names      TEXT NOT NULL,
    enabled           INTEGER NOT NULL,
    -- hash of the definition that the person confirmed
    trusted           TEXT,
    created_at        INTEGER NOT NULL
  ) STRICT;

  -- Processes of servers that this computer runs, to find those that outlived Atelier.
  CREATE TABLE mcp_processes (
    pid       INTEGER PRIMARY KEY,
    server_id TEXT NOT NULL,
    -- start time and command as the system tells them: another process with the number has others
    identity  TEXT NOT NULL,
    command   TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- A row while search by meaning follows the history; its stamp names the vector file that does.
  CREATE TABLE search_meaning (
    only  INTEGER PRIMARY KEY CHECK (only = 1),
    stamp TEXT NOT NULL
  ) STRICT;
  -- Documents of the search that it has to look at. Triggers fill it, so that nothing can be written past it.
  CREATE TABLE search_meaning_pending (
    document_id INTEGER PRIMARY KEY
  ) STRICT;
  CREATE TRIGGER search_meaning_added AFTER INSERT ON search_documents
    WHEN EXISTS (SELECT 1 FROM search_meaning) BEGIN
    INSERT OR IGNORE INTO search_meaning_pending (document_id) VALUES (new.id);
  END;
  CREATE TRIGGER search_meaning_removed AFTER DELETE ON search_documents
    WHEN EXISTS (SELECT 1 FROM search_meaning) BEGIN
    INSERT OR IGNORE INTO search_meaning_pending (document_id) VALUES (old.id);
  END;
  -- what is in the bin is not sent to anybody
  CREATE TRIGGER search_meaning_binned AFTER UPDATE OF deleted_at ON history_items
    WHEN new.deleted_at IS NOT old.deleted_at AND EXISTS (SELECT 1 FROM search_meaning) BEGIN
    INSERT OR IGNORE INTO search_meaning_pending (document_id)
      SELECT id FROM search_documents WHERE kind = new.kind AND item_id = new.item_id;
  END;
  `,
  `
  -- Collections of texts that chats can use. What is read from them is derived and lies in a file of its own.
  CREATE TABLE knowledge_collections (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE TABLE knowledge_sources (
    id            TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES knowledge_collections (id) ON DELETE CASCADE,
    kind          TEXT NOT NULL CHECK (kind IN ('file', 'folder', 'chat', 'transcript')),
    name          TEXT NOT NULL,
    -- of a file
    media_id      TEXT REFERENCES media (id),
    -- of a folder; empty where it must be chosen again
    folder        TEXT,
    -- of a chat or transcript
    item_id       TEXT,
    created_at    INTEGER NOT NULL,
    deleted_at    INTEGER
  ) STRICT;
  CREATE INDEX knowledge_sources_by_collection ON knowledge_sources (collection_id);
  CREATE INDEX knowledge_sources_by_media ON knowledge_sources (media_id) WHERE media_id IS NOT NULL;

  -- Passages that were sent with a message, as they were sent.
  CREATE TABLE message_passages (
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- means the same passage in the whole conversation
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('file', 'folder', 'chat', 'transcript')),
    -- the source, which may be gone
    source     TEXT NOT NULL,
    -- path of a file in its folder
    document   TEXT NOT NULL,
    title      TEXT NOT NULL,
    -- as JSON
    headings   TEXT NOT NULL,
    -- the message or segment that it begins in
    part       TEXT,
    -- range in the document's text, in UTF-16 units
    start_at   INTEGER NOT NULL,
    end_at     INTEGER NOT NULL,
    -- start in the recording, in ms
    at_ms      REAL,
    quote      TEXT NOT NULL,
    PRIMARY KEY (message_id, number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What a model thought before its answer: apart from its text, which is searched, copied and sent again.
  ALTER TABLE messages ADD COLUMN thinking TEXT NOT NULL DEFAULT '';
  ALTER TABLE journal ADD COLUMN kind TEXT NOT NULL DEFAULT 'text' CHECK (kind IN ('text', 'thinking'));
  `,
  `
  -- Prices that the person entered, in 10^-9 of the currency; tokens by the million. An empty connection means all.
  CREATE TABLE prices (
    model         TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    currency      TEXT NOT NULL CHECK (currency IN ('CNY', 'USD')),
    input         INTEGER,
    cached        INTEGER,
    output        INTEGER,
    image         INTEGER,
    second        INTEGER,
    minute        INTEGER,
    PRIMARY KEY (model, connection_id)
  ) STRICT, WITHOUT ROWID;

  -- One row for each paid request. It outlives the item that it was for.
  CREATE TABLE spending (
    id            TEXT PRIMARY KEY,
    at            INTEGER NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('chat', 'image', 'transcription', 'video', 'embedding')),
    model         TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    -- its name at that time
    connection    TEXT NOT NULL,
    -- the conversation or job; empty for none
    item_id       TEXT NOT NULL,
    prompt_tokens INTEGER,
    cached_tokens INTEGER,
    output_tokens INTEGER,
    images        INTEGER,
    video_ms      INTEGER,
    sound_ms      INTEGER,
    -- null for a request without a price
    currency      TEXT CHECK (currency IN ('CNY', 'USD')),
    -- in 10^-9 of the currency
    cost          INTEGER,
    -- the price that was used, as JSON
    price         TEXT
  ) STRICT;
  CREATE INDEX spending_by_time ON spending (at);
  CREATE INDEX spending_by_item ON spending (item_id) WHERE item_id <> '';

  -- Earlier answers, whose price nobody knows.
  INSERT INTO spending (id, at, kind, model, connection_id, connection, item_id, prompt_tokens, output_tokens)
    SELECT 'earlier:' || messages.id, messages.created_at, 'chat', messages.model,
      coalesce(conversations.connection_id, ''), coalesce(connections.name, ''), messages.conversation_id,
      iif(json_type(messages.usage, '$.promptTokens') = 'integer', json_extract(messages.usage, '$.promptTokens'), 0),
      iif(json_type(messages.usage, '$.completionTokens') = 'integer',
        json_extract(messages.usage, '$.completionTokens'), 0)
    FROM messages JOIN conversations ON conversations.id = messages.conversation_id
      LEFT JOIN connections ON connections.id = conversations.connection_id
    WHERE iif(json_valid(messages.usage), json_type(messages.usage) = 'object', 0);
  `,
  `
  -- Files that went with a message as text, which lies in the library as it was sent.
  CREATE TABLE message_files (
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    media_id   TEXT NOT NULL REFERENCES media (id),
    text_id    TEXT NOT NULL REFERENCES media (id),
    name       TEXT NOT NULL,
    -- of the whole file
    pages      INTEGER,
    -- of the text that was sent, in UTF-16 units
    length     INTEGER NOT NULL,
    tokens     INTEGER NOT NULL,
    -- length of the whole text where the person sent its beginning
    cut_from   INTEGER,
    PRIMARY KEY (message_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX message_files_by_media ON message_files (media_id);
  CREATE INDEX message_files_by_text ON message_files (text_id);
  `,
  `
  -- Answers of several models to one message. Each column has its own model, and may have versions.
  ALTER TABLE messages ADD COLUMN comparison_id TEXT;
  ALTER TABLE messages ADD COLUMN slot INTEGER CHECK (slot IN (0, 1, 2, 3));
  ALTER TABLE messages ADD COLUMN connection_id TEXT;
  CREATE INDEX messages_by_comparison ON messages (comparison_id) WHERE comparison_id IS NOT NULL;
  `,
  `
  -- Texts that the person uses again. A row may stand for one that comes with Atelier: changed, or removed.
  CREATE TABLE prompts (
    id         TEXT PRIMARY KEY,
    title      TEXT NOT NULL,
    text       TEXT NOT NULL,
    removed    INTEGER NOT NULL CHECK (removed IN (0, 1)),
    created_at INTEGER NOT NULL
  ) STRICT;

  -- What a chat can begin with: a name, instructions, a model and parameters. A row may stand for an included one too.
  CREATE TABLE assistants (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    -- an emoji or a letter
    sign          TEXT NOT NULL,
    description   TEXT NOT NULL,
    -- null for the connection of the next chat
    connection_id TEXT,
    -- empty for the model of the next chat
    model         TEXT NOT NULL,
    -- of its chats, as JSON
    parameters    TEXT NOT NULL,
    removed       INTEGER NOT NULL CHECK (removed IN (0, 1)),
    created_at    INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Messages that the person deleted, until they are purged. One row for each deletion, which can be undone as a whole.
  CREATE TABLE message_deletions (
    id              TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    at              INTEGER NOT NULL,
    -- the end of the shown branch before and after
    leaf_before     TEXT,
    leaf_after      TEXT
  ) STRICT;
  CREATE INDEX message_deletions_by_conversation ON message_deletions (conversation_id, at);
  CREATE INDEX message_deletions_by_time ON message_deletions (at);
  ALTER TABLE messages ADD COLUMN deletion_id TEXT;
  -- The message that it replied to, where that is deleted and it hangs on one before. Null where it is parent_id.
  ALTER TABLE messages ADD COLUMN home_id TEXT;
  CREATE INDEX messages_by_deletion ON messages (deletion_id) WHERE deletion_id IS NOT NULL;
  CREATE INDEX messages_by_home ON messages (home_id) WHERE home_id IS NOT NULL;
  CREATE INDEX messages_displaced ON messages (conversation_id) WHERE home_id IS NOT NULL;

  -- what is deleted is not found, and not counted
  CREATE TRIGGER search_message_deleted AFTER UPDATE OF deletion_id ON messages
    WHEN new.deletion_id IS NOT old.deletion_id BEGIN
    INSERT OR REPLACE INTO search_pending (kind, item_id, part_id) VALUES ('chat', new.conversation_id, new.id);
  END;
  CREATE TRIGGER history_message_deleted AFTER UPDATE OF deletion_id ON messages
    WHEN (new.deletion_id IS NULL) <> (old.deletion_id IS NULL) BEGIN
    UPDATE history_items SET size = size + iif(new.deletion_id IS NULL, 1, -1)
    WHERE kind = 'chat' AND item_id = new.conversation_id;
  END;
  CREATE TRIGGER history_picture_deleted AFTER UPDATE OF deletion_id ON messages
    WHEN (new.deletion_id IS NULL) <> (old.deletion_id IS NULL)
      AND EXISTS (SELECT 1 FROM message_attachments WHERE message_id = new.id) BEGIN
    UPDATE history_items SET picture_id = (
      SELECT media_id FROM messages JOIN message_attachments ON message_id = messages.id
      WHERE conversation_id = new.conversation_id AND deletion_id IS NULL ORDER BY messages.rowid, position LIMIT 1)
    WHERE kind = 'chat' AND item_id = new.conversation_id;
    UPDATE history_items SET has_media = picture_id IS NOT NULL
    WHERE kind = 'chat' AND item_id = new.conversation_id;
  END;
  DROP TRIGGER history_message_removed;
  CREATE TRIGGER history_message_removed AFTER DELETE ON messages WHEN old.deletion_id IS NULL BEGIN
    UPDATE history_items SET size = size - 1 WHERE kind = 'chat' AND item_id = old.conversation_id;
  END;
  `,
  `
  -- Folders of chats, nested once.
  CREATE TABLE chat_folders (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    -- the folder that it is in
    parent_id  TEXT,
    -- instructions that chats begin with in it
    system     TEXT NOT NULL,
    collapsed  INTEGER NOT NULL CHECK (collapsed IN (0, 1)),
    created_at INTEGER NOT NULL
  ) STRICT;
  -- a folder that does not exist is none
  ALTER TABLE conversations ADD COLUMN folder_id TEXT;
  CREATE INDEX conversations_by_folder ON conversations (folder_id) WHERE folder_id IS NOT NULL;
  `,
  `
  -- How the text of a file was decoded; null where that is not known or does not apply.
  ALTER TABLE message_files ADD COLUMN encoding TEXT;
  `,
  `
  -- Whether texts of others were ever in a conversation. It stays when they are deleted: a summary may carry their words.
  ALTER TABLE conversations ADD COLUMN untrusted INTEGER NOT NULL DEFAULT 0;
  UPDATE conversations SET untrusted = 1 WHERE json_extract(iif(json_valid(parameters), parameters, '{}'), '$.context.summary') <> ''
    OR id IN (
      SELECT conversation_id FROM messages WHERE
        (role = 'user' AND instr(text, char(96, 96, 96) || 'resource') > 0)
        OR id IN (SELECT message_id FROM message_passages)
        OR id IN (SELECT message_id FROM tool_calls WHERE untrusted <> 0)
        OR id IN (SELECT message_id FROM message_files JOIN media ON media.id = media_id
          WHERE mime NOT LIKE 'audio/%' AND mime NOT LIKE 'video/%'));

  CREATE TRIGGER untrusted_text AFTER INSERT ON messages WHEN new.role = 'user' AND instr(new.text, char(96, 96, 96) || 'resource') > 0 BEGIN
    UPDATE conversations SET untrusted = 1 WHERE id = new.conversation_id AND untrusted = 0;
  END;
  CREATE TRIGGER untrusted_text_changed AFTER UPDATE OF text ON messages
    WHEN new.role = 'user' AND instr(new.text, char(96, 96, 96) || 'resource') > 0 BEGIN
    UPDATE conversations SET untrusted = 1 WHERE id = new.conversation_id AND untrusted = 0;
  END;
  CREATE TRIGGER untrusted_passage AFTER INSERT ON message_passages BEGIN
    UPDATE conversations SET untrusted = 1
    WHERE id = (SELECT conversation_id FROM messages WHERE id = new.message_id) AND untrusted = 0;
  END;
  CREATE TRIGGER untrusted_file AFTER INSERT ON message_files
    WHEN EXISTS (SELECT 1 FROM media WHERE id = new.media_id AND mime NOT LIKE 'audio/%' AND mime NOT LIKE 'video/%') BEGIN
    UPDATE conversations SET untrusted = 1
    WHERE id = (SELECT conversation_id FROM messages WHERE id = new.message_id) AND untrusted = 0;
  END;
  CREATE TRIGGER untrusted_result AFTER INSERT ON tool_calls WHEN new.untrusted <> 0 BEGIN
    UPDATE conversations SET untrusted = 1
    WHERE id = (SELECT conversation_id FROM messages WHERE id = new.message_id) AND untrusted = 0;
  END;
  CREATE TRIGGER untrusted_result_changed AFTER UPDATE OF untrusted ON tool_calls WHEN new.untrusted <> 0 BEGIN
    UPDATE conversations SET untrusted = 1
    WHERE id = (SELECT conversation_id FROM messages WHERE id = new.message_id) AND untrusted = 0;
  END;
  `,
  `
  -- Messages are marked with their deletion in steps. Until all are, its time is 9007199254740991, and nothing of it counts.
  DROP TRIGGER history_message_deleted;
  DROP TRIGGER history_picture_deleted;
  CREATE TRIGGER history_deletion_added AFTER INSERT ON message_deletions WHEN new.at <> 9007199254740991 BEGIN
    UPDATE history_items SET size = size - (SELECT count(*) FROM messages WHERE deletion_id = new.id)
    WHERE kind = 'chat' AND item_id = new.conversation_id;
  END;
  CREATE TRIGGER history_deletion_changed AFTER UPDATE OF at ON message_deletions
    WHEN (new.at = 9007199254740991) <> (old.at = 9007199254740991) BEGIN
    UPDATE history_items SET size = size
      + iif(new.at = 9007199254740991, 1, -1) * (SELECT count(*) FROM messages WHERE deletion_id = new.id)
    WHERE kind = 'chat' AND item_id = new.conversation_id;
  END;
  -- a message added while those before it are marked goes with them
  CREATE TRIGGER message_added_to_marked AFTER INSERT ON messages
    WHEN new.deletion_id IS NULL AND new.parent_id IS NOT NULL
      AND EXISTS (SELECT 1 FROM message_deletions WHERE at = 9007199254740991) BEGIN
    UPDATE messages SET deletion_id = (SELECT deletion_id FROM messages WHERE id = new.parent_id)
    WHERE id = new.id AND (SELECT deletion_id FROM messages WHERE id = new.parent_id)
      IN (SELECT id FROM message_deletions WHERE at = 9007199254740991);
  END;

  -- a chat that is copied with its deleted messages counts and shows none of them
  DROP TRIGGER history_message_added;
  CREATE TRIGGER history_message_added AFTER INSERT ON messages WHEN new.deletion_id IS NULL BEGIN
    UPDATE history_items SET size = size + 1 WHERE kind = 'chat' AND item_id = new.conversation_id;
  END;
  DROP TRIGGER history_message_removed;
  CREATE TRIGGER history_message_removed AFTER DELETE ON messages
    WHEN old.deletion_id IS NULL OR old.deletion_id IN (SELECT id FROM message_deletions WHERE at = 9007199254740991) BEGIN
    UPDATE history_items SET size = size - 1 WHERE kind = 'chat' AND item_id = old.conversation_id;
  END;
  DROP TRIGGER history_attachment_added;
  CREATE TRIGGER history_attachment_added AFTER INSERT ON message_attachments BEGIN
    UPDATE history_items SET has_media = 1, picture_id = coalesce(picture_id, new.media_id)
    WHERE kind = 'chat' AND item_id = (SELECT conversation_id FROM messages WHERE id = new.message_id
      AND (deletion_id IS NULL OR deletion_id IN (SELECT id FROM message_deletions WHERE at = 9007199254740991)));
  END;
  `,
  `
  -- Content of the file that is not in its text, as JSON; null for none and where that is not known.
  ALTER TABLE message_files ADD COLUMN unread TEXT;
  `,
  `
  -- Texts of an older version, to be folded again: how far each table is, from its newest row down. A thread does it in
  -- steps and removes the rows; searches work meanwhile.
  CREATE TABLE search_refolding (
    what  TEXT PRIMARY KEY,
    below INTEGER NOT NULL
  ) STRICT;
  INSERT INTO search_refolding (what, below)
    SELECT 'search_documents', 9007199254740991 WHERE EXISTS (SELECT 1 FROM search_documents)
    UNION ALL SELECT 'images', 9007199254740991 WHERE EXISTS (SELECT 1 FROM images)
    UNION ALL SELECT 'video_jobs', 9007199254740991 WHERE EXISTS (SELECT 1 FROM video_jobs)
    UNION ALL SELECT 'transcripts', 9007199254740991 WHERE EXISTS (SELECT 1 FROM transcripts)
    UNION ALL SELECT 'transcript_segments', 9007199254740991 WHERE EXISTS (SELECT 1 FROM transcript_segments);
  `,
  `
  -- What chat models made of transcripts. Each part is one paid request, or two where lines were missing.
  CREATE TABLE transcript_notes (
    id            TEXT PRIMARY KEY,
    transcript_id TEXT NOT NULL REFERENCES transcripts (id) ON DELETE CASCADE,
    kind          TEXT NOT NULL CHECK (kind IN ('summary', 'chapters', 'tasks', 'translation')),
    -- connection, model, language and instruction, as JSON
    request       TEXT NOT NULL,
    -- the transcript's revision when the note was begun
    revision      INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    deleted_at    INTEGER
  ) STRICT;
  CREATE INDEX transcript_notes_by_transcript ON transcript_notes (transcript_id, created_at);

  CREATE TABLE transcript_note_parts (
    note_id  TEXT NOT NULL REFERENCES transcript_notes (id) ON DELETE CASCADE,
    part     INTEGER NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'done', 'failed', 'unknown')),
    -- the segments that are sent, as they were when the note was begun, as JSON
    source   TEXT NOT NULL,
    -- the text, or the translated lines by their segments, as JSON; null before the first answer
    answer   TEXT,
    error    TEXT,
    -- answers so far
    answers  INTEGER NOT NULL,
    PRIMARY KEY (note_id, part)
  ) STRICT;
  CREATE TRIGGER kept_answers_of_note AFTER DELETE ON transcript_notes BEGIN
    DELETE FROM kept_answers WHERE kind = 'transcription' AND owner_id = old.id;
  END;
  `,
  `
  -- Passages may be of pages of the web, and searches of it cost money. SQLite changes no check of a column in place.
  CREATE TABLE passages_before AS SELECT * FROM message_passages;
  DROP TABLE message_passages;
  CREATE TABLE message_passages (
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- means the same passage in the whole conversation
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('file', 'folder', 'chat', 'transcript', 'web')),
    -- the source, which may be gone; of a page, the service that found it
    source     TEXT NOT NULL,
    -- path of a file in its folder; address of a page
    document   TEXT NOT NULL,
    title      TEXT NOT NULL,
    -- as JSON
    headings   TEXT NOT NULL,
    -- the message or segment that it begins in
    part       TEXT,
    -- range in the document's text, in UTF-16 units
    start_at   INTEGER NOT NULL,
    end_at     INTEGER NOT NULL,
    -- start in the recording, in ms
    at_ms      REAL,
    quote      TEXT NOT NULL,
    PRIMARY KEY (message_id, number)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO message_passages SELECT * FROM passages_before;
  DROP TABLE passages_before;
  CREATE TRIGGER untrusted_passage AFTER INSERT ON message_passages BEGIN
    UPDATE conversations SET untrusted = 1
    WHERE id = (SELECT conversation_id FROM messages WHERE id = new.message_id) AND untrusted = 0;
  END;

  CREATE TABLE spending_before AS SELECT * FROM spending;
  DROP TABLE spending;
  CREATE TABLE spending (
    id            TEXT PRIMARY KEY,
    at            INTEGER NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('chat', 'image', 'transcription', 'video', 'embedding', 'search')),
    -- the service, for a search
    model         TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    -- its name at that time
    connection    TEXT NOT NULL,
    -- the conversation or job; empty for none
    item_id       TEXT NOT NULL,
    prompt_tokens INTEGER,
    cached_tokens INTEGER,
    output_tokens INTEGER,
    images        INTEGER,
    video_ms      INTEGER,
    sound_ms      INTEGER,
    -- null for a request without a price
    currency      TEXT CHECK (currency IN ('CNY', 'USD')),
    -- in 10^-9 of the currency
    cost          INTEGER,
    -- the price that was used, as JSON
    price         TEXT
  ) STRICT;
  INSERT INTO spending SELECT * FROM spending_before;
  DROP TABLE spending_before;
  CREATE INDEX spending_by_time ON spending (at);
  CREATE INDEX spending_by_item ON spending (item_id) WHERE item_id <> '';
  `,
  `
  -- The day of the makers' list that a price is from; null for a price that the person entered.
  ALTER TABLE prices ADD COLUMN listed_on TEXT;
  `,
  `
  -- Facts that the user keeps, which go with their chats.
  CREATE TABLE memories (
    id         TEXT PRIMARY KEY,
    text       TEXT NOT NULL,
    pinned     INTEGER NOT NULL,
    -- 1 for a fact that is not sent
    is_paused  INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  -- The facts that went with an answer's request, as JSON.
  ALTER TABLE messages ADD COLUMN memories TEXT;
  `,
  `
  -- Pictures of an edit after its source; also in the request, here so that the files are known to be referred to.
  CREATE TABLE image_job_references (
    job_id   TEXT NOT NULL REFERENCES image_jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    media_id TEXT NOT NULL REFERENCES media (id),
    -- the gallery's image that it is, which may be gone
    image_id TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX image_job_references_by_media ON image_job_references (media_id);
  CREATE INDEX image_job_references_by_image ON image_job_references (image_id) WHERE image_id IS NOT NULL;
  -- The same of the unsent draft.
  CREATE TABLE image_draft_references (
    position INTEGER PRIMARY KEY,
    media_id TEXT NOT NULL REFERENCES media (id)
  ) STRICT;
  CREATE INDEX image_draft_references_by_media ON image_draft_references (media_id);
  `,
  `
  -- Ordered lists of videos that are played as one film.
  CREATE TABLE storyboards (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  -- An entry stays while its video is in the bin, and is removed with the video for good.
  CREATE TABLE storyboard_entries (
    id            TEXT PRIMARY KEY,
    storyboard_id TEXT NOT NULL REFERENCES storyboards (id) ON DELETE CASCADE,
    video_id      TEXT NOT NULL REFERENCES video_jobs (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX storyboard_entries_in_order ON storyboard_entries (storyboard_id, position);
  CREATE INDEX storyboard_entries_by_video ON storyboard_entries (video_id);
  `,
  `
  -- What chats begin with in a folder, besides its instructions; null where the folder says nothing.
  ALTER TABLE chat_folders ADD COLUMN connection_id TEXT;
  ALTER TABLE chat_folders ADD COLUMN model TEXT;
  -- as JSON
  ALTER TABLE chat_folders ADD COLUMN parameters TEXT;
  -- Files that go with the first message of each chat in the folder, like message_files.
  CREATE TABLE chat_folder_files (
    folder_id TEXT NOT NULL REFERENCES chat_folders (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    media_id  TEXT NOT NULL REFERENCES media (id),
    text_id   TEXT NOT NULL REFERENCES media (id),
    name      TEXT NOT NULL,
    pages     INTEGER,
    length    INTEGER NOT NULL,
    tokens    INTEGER NOT NULL,
    cut_from  INTEGER,
    encoding  TEXT,
    unread    TEXT,
    PRIMARY KEY (folder_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chat_folder_files_by_media ON chat_folder_files (media_id);
  CREATE INDEX chat_folder_files_by_text ON chat_folder_files (text_id);
  `,
  `
  -- Holds all that the history's pages, counts and months select and sort by, so that they read no row for it.
  DROP INDEX history_items_here;
  CREATE INDEX history_items_in_order ON history_items
    (deleted_at, archived_at, pinned DESC, at DESC, kind, item_id, model);
  `,
  `
  -- The folder whose new recordings are transcribed: one row.
  CREATE TABLE watched_folders (
    id           TEXT PRIMARY KEY,
    path         TEXT NOT NULL,
    is_automatic INTEGER NOT NULL,
    -- the most that automatic sending may cost in a day, in 10^-9 of the currency
    budget       INTEGER,
    currency     TEXT,
    -- the request of automatic sending, as JSON
    request      TEXT
  ) STRICT;

  -- Files that were seen in it, or in one that was watched before.
  CREATE TABLE watched_files (
    id           TEXT PRIMARY KEY,
    folder       TEXT NOT NULL,
    -- path in the folder; empty if a file of another content has it now
    path         TEXT NOT NULL,
    bytes        INTEGER NOT NULL,
    modified_at  REAL NOT NULL,
    -- of the content; null until it is read
    hash         TEXT,
    duration     REAL,
    state        TEXT NOT NULL,
    -- why it is never sent automatically
    hold         TEXT,
    job_id       TEXT,
    request      TEXT,
    is_automatic INTEGER NOT NULL,
    -- 1 if its job rests because of the budget
    is_held      INTEGER NOT NULL,
    estimate     INTEGER,
    is_missed    INTEGER NOT NULL,
    seen_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX watched_files_by_folder ON watched_files (folder);
  CREATE INDEX watched_files_by_hash ON watched_files (hash) WHERE hash IS NOT NULL;
  CREATE INDEX watched_files_by_job ON watched_files (job_id) WHERE job_id IS NOT NULL;
  CREATE INDEX watched_files_by_state ON watched_files (state);
  CREATE INDEX watched_files_automatic ON watched_files (is_automatic) WHERE is_automatic = 1;

  -- What automatic sending was charged, or may have been.
  CREATE TABLE watched_charges (
    id       TEXT PRIMARY KEY,
    job_id   TEXT NOT NULL,
    at       INTEGER NOT NULL,
    currency TEXT NOT NULL,
    -- in 10^-9 of the currency
    cost     INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX watched_charges_by_time ON watched_charges (at);
  CREATE INDEX watched_charges_by_job ON watched_charges (job_id);
  `,
  `
  -- The first picture of a video; also in the request, here so that the file is known to be referred to.
  ALTER TABLE video_jobs ADD COLUMN first_picture_id TEXT REFERENCES media (id);
  CREATE INDEX video_jobs_by_first_picture ON video_jobs (first_picture_id) WHERE first_picture_id IS NOT NULL;
  -- The same of the unsent draft; one row at most.
  CREATE TABLE video_draft_picture (
    only     INTEGER PRIMARY KEY CHECK (only = 1),
    media_id TEXT NOT NULL REFERENCES media (id)
  ) STRICT;
  CREATE INDEX video_draft_picture_by_media ON video_draft_picture (media_id);
  `,
  `
  -- Steps that follow each other, as JSON.
  CREATE TABLE recipes (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    steps      TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  -- A recipe at work on one recording or text. The recipe may have changed since, or be gone.
  CREATE TABLE recipe_runs (
    id         TEXT PRIMARY KEY,
    recipe_id  TEXT NOT NULL,
    name       TEXT NOT NULL,
    input_name TEXT NOT NULL,
    -- null for a recording
    input_text TEXT,
    -- why no further step begins; null if one does
    hold       TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE recipe_run_steps (
    run_id    TEXT NOT NULL REFERENCES recipe_runs (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    step      TEXT NOT NULL,
    state     TEXT NOT NULL,
    -- the job or message; stored before that exists
    item_id   TEXT,
    -- 1 if the user agreed to pay it
    is_agreed INTEGER NOT NULL,
    error     TEXT,
    attempts  INTEGER NOT NULL,
    PRIMARY KEY (run_id, position)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE video_collections (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE video_collection_items (
    collection_id TEXT NOT NULL REFERENCES video_collections (id) ON DELETE CASCADE,
    video_id      TEXT NOT NULL REFERENCES video_jobs (id) ON DELETE CASCADE,
    PRIMARY KEY (collection_id, video_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX video_collection_items_by_video ON video_collection_items (video_id);
  `,
  `
  -- Lists are ordered by time and id, so that several computers have the same order. Rows of equal times keep their
  -- order: each whose id is less than that of the one before it is 1 ms later, and so are those after it that are as near.
  UPDATE messages SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (PARTITION BY conversation_id ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (PARTITION BY conversation_id ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, conversation_id, created_at AS at, ifnull(id < lag(id) OVER (PARTITION BY conversation_id ORDER BY created_at, rowid), 0) AS is_step
        FROM messages)))
  WHERE messages.rowid = place AND created_at <> ordered_at;
  UPDATE message_deletions SET at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (PARTITION BY conversation_id ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (PARTITION BY conversation_id ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, conversation_id, at AS at, ifnull(id < lag(id) OVER (PARTITION BY conversation_id ORDER BY at, rowid), 0) AS is_step
        FROM message_deletions WHERE at NOT IN (1, 9007199254740991))))
  WHERE message_deletions.rowid = place AND at <> ordered_at;
  UPDATE prompts SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM prompts WHERE created_at < 9007199254740990)))
  WHERE prompts.rowid = place AND created_at <> ordered_at;
  UPDATE assistants SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM assistants WHERE created_at < 9007199254740990)))
  WHERE assistants.rowid = place AND created_at <> ordered_at;
  UPDATE memories SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM memories WHERE created_at < 9007199254740990)))
  WHERE memories.rowid = place AND created_at <> ordered_at;
  UPDATE recipes SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM recipes WHERE created_at < 9007199254740990)))
  WHERE recipes.rowid = place AND created_at <> ordered_at;
  UPDATE connections SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM connections)))
  WHERE connections.rowid = place AND created_at <> ordered_at;
  UPDATE chat_folders SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM chat_folders)))
  WHERE chat_folders.rowid = place AND created_at <> ordered_at;
  UPDATE image_collections SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM image_collections)))
  WHERE image_collections.rowid = place AND created_at <> ordered_at;
  UPDATE video_collections SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM video_collections)))
  WHERE video_collections.rowid = place AND created_at <> ordered_at;
  UPDATE storyboards SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM storyboards)))
  WHERE storyboards.rowid = place AND created_at <> ordered_at;
  UPDATE recipe_runs SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM recipe_runs)))
  WHERE recipe_runs.rowid = place AND created_at <> ordered_at;
  UPDATE mcp_servers SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM mcp_servers)))
  WHERE mcp_servers.rowid = place AND created_at <> ordered_at;
  UPDATE knowledge_sources SET created_at = min(ordered_at, 8640000000000000) FROM (
    SELECT place, steps + max(at - steps) OVER (ORDER BY at, place) AS ordered_at FROM (
      SELECT *, sum(is_step) OVER (ORDER BY at, place) AS steps FROM (
        SELECT rowid AS place, created_at AS at, ifnull(id < lag(id) OVER (ORDER BY created_at, rowid), 0) AS is_step
        FROM knowledge_sources)))
  WHERE knowledge_sources.rowid = place AND created_at <> ordered_at;
  DROP INDEX messages_by_deletion;
  CREATE INDEX messages_by_deletion ON messages (deletion_id, created_at, id) WHERE deletion_id IS NOT NULL;
  DROP INDEX messages_by_parent;
  CREATE INDEX messages_by_parent ON messages (parent_id, created_at, id);
  DROP INDEX messages_by_conversation;
  CREATE INDEX messages_by_conversation ON messages (conversation_id, created_at, id);
  -- of two indexes that serve equally well, SQLite takes the one made last
  DROP INDEX messages_displaced;
  CREATE INDEX messages_displaced ON messages (conversation_id) WHERE home_id IS NOT NULL;

  -- This computer in one life of its data folder.
  CREATE TABLE writer (
    only  INTEGER PRIMARY KEY CHECK (only = 1),
    id    TEXT NOT NULL,
    place TEXT NOT NULL
  ) STRICT;
  -- The writer that may send a job; empty for one from before there was a writer.
  ALTER TABLE image_jobs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
  ALTER TABLE transcription_jobs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
  ALTER TABLE video_jobs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
  `,
  `
  -- The picture that a recipe runs on, and the gallery image that it is.
  ALTER TABLE recipe_runs ADD COLUMN picture_id TEXT REFERENCES media (id);
  ALTER TABLE recipe_runs ADD COLUMN image_id TEXT;
  CREATE INDEX recipe_runs_by_picture ON recipe_runs (picture_id) WHERE picture_id IS NOT NULL;
  `,
]
