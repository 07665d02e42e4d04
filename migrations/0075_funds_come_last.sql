-- Whoever has proven where his money comes from has proven who he is and where he lives before: the level that asks for it
-- gives the rights of those who have.

/* Only by hand could it have come before them; levels follow as after any change. */
update verification_setting
set source_of_funds_level = greatest(identity_level, residence_level), is_to_follow = true
where source_of_funds_level < greatest(identity_level, residence_level);

alter table verification_setting add constraint verification_setting_funds_come_last
  check (source_of_funds_level >= greatest(identity_level, residence_level));
