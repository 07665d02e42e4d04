-- A file of a bank may leave nothing to do: on a day without movements, or because staff have seen to it after it was refused.

alter table bank_file_arrival
  drop constraint bank_file_arrival_state_check,
  drop constraint bank_file_arrival_check1,
  add constraint bank_file_arrival_state_check check (state in ('seen', 'read', 'known', 'nothing', 'refused', 'gone')),
  add constraint bank_file_arrival_refusal_given check ((refusal is not null) = (state in ('known', 'nothing', 'refused')));
comment on column bank_file_arrival.state is
  'known: its content was read before, as another file or by upload. nothing: there is nothing to do, as its refusal says or staff have decided. gone: the bank replaced or removed it before it was read.';
