-- Words that are said again are found wherever they stand.
create index conversation_message_said on conversation_message (author_id, id) where author_id is not null;
