-- Where a letter went, or was to go, as the log of mails names it: people change their address. It goes with the notification.

alter table notification_delivery
  add column mailed_to text check (mailed_to is null or channel = 'mail');

-- What went before: to the address that somebody had then, as far as his changes of it tell.
update notification_delivery d
set mailed_to = case
    when n.kind = 'email_change_link' then e.email
    when n.kind in ('email_change_asked', 'email_left') then e.former_email
    when exists (select from email_change later where later.client_id = n.person_id and later.confirmed_at > d.changed_at)
      then (select later.former_email from email_change later where later.client_id = n.person_id and later.confirmed_at > d.changed_at
            order by later.confirmed_at limit 1)
    else c.email end
from notification n
join client c on c.id = n.person_id
left join email_change e on e.id = n.about_id
where n.id = d.notification_id and d.channel = 'mail' and d.state in ('sent', 'failed');
