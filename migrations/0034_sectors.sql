-- Sectors come from a list, so that they have a name in every language. Those that were written in other words stay as
-- they are, and are shown so.
update ipo_offering set sector = case lower(sector)
    when 'communication services' then 'communication_services'
    when 'consumer discretionary' then 'consumer_discretionary'
    when 'consumer staples' then 'consumer_staples'
    when 'energy' then 'energy'
    when 'financials' then 'financials'
    when 'health care' then 'health_care'
    when 'industrial technology' then 'industrials'
    when 'industrials' then 'industrials'
    when 'information technology' then 'information_technology'
    when 'materials' then 'materials'
    when 'real estate' then 'real_estate'
    when 'shipping' then 'industrials'
    when 'utilities' then 'utilities'
    else sector
  end;
