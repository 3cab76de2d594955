/**
 * The schema of the vector file, one step per version, append only. Vectors cost money, so that a new version never
 * starts anew. Texts are not stored, only hashes of them.
 */
export const vectorMigrations: readonly string[] = [
  `
  -- Single values, such as what the person chose, as JSON.
  CREATE TABLE facts (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  -- Vectors can only be compared within a set. Whatever makes them incomparable is part of its identity.
  CREATE TABLE sets (
    id            INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    model         TEXT NOT NULL,
    -- how texts and queries are marked for the model
    scheme        TEXT NOT NULL,
    -- version of the code that cuts texts
    chunker       INTEGER NOT NULL,
    -- as measured in the first answer
    dimension     INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    UNIQUE (connection_id, model, scheme, chunker, dimension)
  ) STRICT;

  -- What is searched together: the history, or one collection of knowledge.
  CREATE TABLE collections (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE documents (
    id            INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    key           TEXT NOT NULL,
    -- ms since 1970
    at            INTEGER NOT NULL,
    UNIQUE (collection_id, key)
  ) STRICT;

  -- A text by its hash. Equal texts are one row, so that each is paid for once.
  CREATE TABLE texts (
    id     INTEGER PRIMARY KEY,
    hash   BLOB NOT NULL UNIQUE,
    -- estimated; wide ones are those of Chinese, Japanese and Korean
    tokens INTEGER NOT NULL,
    wide   INTEGER NOT NULL
  ) STRICT;

  -- Places of texts in documents, in UTF-16 units.
  CREATE TABLE chunks (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    start       INTEGER NOT NULL,
    end         INTEGER NOT NULL,
    text_id     INTEGER NOT NULL REFERENCES texts (id),
    PRIMARY KEY (document_id, start, end)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chunks_by_text ON chunks (text_id);

  -- float32, little-endian, of length 1
  CREATE TABLE vectors (
    id      INTEGER PRIMARY KEY,
    set_id  INTEGER NOT NULL REFERENCES sets (id),
    text_id INTEGER NOT NULL REFERENCES texts (id),
    vector  BLOB NOT NULL,
    UNIQUE (set_id, text_id)
  ) STRICT;
  CREATE INDEX vectors_by_text ON vectors (text_id);

  -- The signs of the vectors, by collection: what a search reads whole.
  CREATE TABLE signs (
    set_id        INTEGER NOT NULL,
    collection_id INTEGER NOT NULL,
    text_id       INTEGER NOT NULL,
    signs         BLOB NOT NULL,
    PRIMARY KEY (set_id, collection_id, text_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX signs_by_text ON signs (text_id);

  -- Texts without a vector in the chosen set.
  CREATE TABLE wanted (
    text_id  INTEGER PRIMARY KEY REFERENCES texts (id),
    at       INTEGER NOT NULL,
    -- those of the text, so that all can be summed up at once
    tokens   INTEGER NOT NULL,
    wide     INTEGER NOT NULL,
    -- 0: to be sent; 1: its answer was refused, until the person asks again; 2: set aside
    held     INTEGER NOT NULL DEFAULT 0,
    refusals INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX wanted_newest ON wanted (held, at DESC, text_id);

  -- One row a request, written before it is sent.
  CREATE TABLE requests (
    id            INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    model         TEXT NOT NULL,
    texts         INTEGER NOT NULL,
    estimated     INTEGER NOT NULL,
    -- as the gateway counted; null where it did not
    tokens        INTEGER,
    state         TEXT NOT NULL CHECK (state IN ('sent', 'done', 'failed', 'refused', 'unknown')),
    sent_at       INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX requests_open ON requests (id) WHERE state = 'sent';

  -- How many texts a model takes in one request, as found out.
  CREATE TABLE batch_sizes (
    connection_id TEXT NOT NULL,
    model         TEXT NOT NULL,
    size          INTEGER NOT NULL,
    -- size that was refused; null while none was
    refused       INTEGER,
    PRIMARY KEY (connection_id, model)
  ) STRICT, WITHOUT ROWID;
  `,
]
