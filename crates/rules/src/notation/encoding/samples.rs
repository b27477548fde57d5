//! Names and words of the languages in which games of draughts are recorded.

/// The name of a language, the numbers of the GameType of games that are played by it above all, and a sample of it: given
/// names, family names and words of events, of whose letters each that the language has is among them. Another language
/// is read once its line is here.
pub(super) const LANGUAGES: &[(&str, &[u32], &str)] = &[
    (
        "Russian",
        &[25],
        "Иванов Пётр Сергеевич Андрей Николаев Абациев Шварцман Александр Георгиев Алексей Чижов Анатолий Гантварг Вадим \
         Вирный Вячеслав Щёголев Исер Куперман Зиновий Цирик Михаил Корхов Николай Абациев Юрий Королёв Владимир Каплан \
         Ирина Михайловна Светлана Ольга Камышлеева Тамара Тансыккужина Матрёна Ноговицына Гаврил Колесов Муродулло \
         Амриллаев Игорь Михальченко Дмитрий Цинман Евгений Кондраченко Борис Эльзон Жанна Саршаева Айнур Шайбаков Фёдор \
         Дашков Кузнецов Смирнов Попов Васильев Соколов Михайлов Новиков Морозов Волков Лебедев Козлов Захаров Зайцев \
         Павлов Семёнов Голубев Виноградов Богданов Воробьёв Яковлев Григорьев Романов Орлов Макаров Никитин Зубов \
         Ефимов Тихонов Крылов Максимов Осипов Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Елена Наталья Мария \
         Екатерина Анна Татьяна Юлия Сергей Виктор Павел Роман Максим Илья Кирилл Денис Олег Константин Степан Москва \
         Санкт-Петербург Уфа Якутск Ижевск Чемпионат России первенство мира среди юношей белые чёрные выиграли ничья ход \
         лучше было здесь этот турнир полуфинал финал командный кубок открытый город партия комбинация позиция объявление \
         съезд подъезд шашки русские международные победа противник очередной играл против",
    ),
    (
        "Ukrainian",
        &[25],
        "Юрій Аникєєв Олександр Шевченко Андрій Коваленко Ґалаґан Микола Бондаренко Іван Ткаченко Сергій Кравченко Євген \
         Олійник Василь Шевчук Ярослав Поліщук Дмитро Мельник Наталія Лисенко Олена Марченко Вікторія Мотричко Анастасія \
         Їжакевич Мироненко Петро Савченко Тарас Руденко Зоряна Кузьменко Київ Львів Харків Дніпро Одеса Чернігів Україна \
         чемпіонат України першість білі чорні виграли нічия хід краще шашки міжнародні з'їзд Ігор Григорій Кучеренко \
         Михайло Захарченко Степан Ґонта Тимошенко Федорук Щербина Цимбалюк Юлія Маргарита Жук Хоменко Гнатюк Левчук",
    ),
    (
        "Belarusian",
        &[25],
        "Анатоль Гантварг Яўген Ватуцін Аляксандр Булатаў Сяргей Кавалёў Іван Лук'янаў Мікалай Грыб Уладзімір Шаўчук Юры \
         Ермакоў Андрэй Валюк Дзяніс Давыдаў Вольга Фядаровіч Мінск Гомель Віцебск Магілёў Беларусь чэмпіянат Беларусі \
         белыя чорныя выйгралі нічыя ход лепш шашкі Аляксей Макарэвіч Кацярына Казлоўская Пятро Шабуня Рыгор Міхаіл \
         Быкаў Зміцер Ёўгеньеў Ігар Станкевіч Цімафей Жукоўскі Эдуард Хведар",
    ),
    (
        "Bulgarian",
        &[],
        "Георги Димитров Иван Петров Николай Стоянов Красимир Събев Пламен Йорданов Ангел Тодоров Христо Маринов Васил \
         Георгиев Щерев Любомир Желязков Юлиян Чакъров Цветан Янков България първенство белите черните победа шампионат \
         Русе София Варна Пловдив Емил Христов Съби Дечев Петър Лазаров Ружа Жечева Здравко",
    ),
    (
        "French",
        &[27],
        "Café Ménard André François Hervé Hélène Rémi Rémy Noël Joël Gaël Pâris Châtel Grâce mâle tâche bâton gâteau Gérard Bédard Benoît Gaëtan Jérôme Frédéric \
         Sébastien Thérèse Geneviève Hébert Léger Côté Lévesque Béland Bélanger Müller Cédric Loïc Anaïs Zoé Chloé \
         Aurélie Mélanie Valérie Stéphane Stéphanie Éric Étienne Élise Émile Kévin Désiré Fabrè Bonnard Raphaël Michaël \
         Maïté Françoise Garçon Lefèvre Lefebvre Lemaître Châtelain Dubé Forêt Dupré Barthélemy Eugène Agnès Irénée \
         Sénégal Côte d'Ivoire Bénin Guinée Ndiaye Macodou Bassirou Bâ Fédération française été déjà après très gagné Cœur Sœurs Lebœuf Delœuvre Manœuvre Chœur vœux œil \
         première deuxième même où être âgé maçon Île Québec Orléans Ponthoizé Évian championnat à Lyon à Paris à Cannes à sûr août œuvre Nœuds \
         crâne L'Haÿ-les-Roses Ça càd là père frère mère élève élevé",
    ),
    (
        "Dutch",
        &[40, 41],
        "Daniël Michaël Rafaël Gabriël Raphaël Joël Israël Emanuël Noëlle Danië Chloë Zoë Loïs Anaïs Heloïse Renée André \
         René Désirée Hélène Jeannèt Josée José Coördinatie België Italië Azië Brazilië Indonesië Friesland één coöperatie \
         oriëntatie reünie ideeën geëindigd beëindigd geïnteresseerd egoïst Gérard Krähenbühl Müller Böhm Wücher Schäfer \
         Jürgen Überlingen Büsscher Brönnimann Krös Joséphine Curaçao Aïcha Eefde Zuiderzee Ljouwert Fryslân Sybrândy Wâlden \
         skûtsje Súdwest Jûn Kûbaard Efkes Heerenveen damclub kampioenschap tweeëntwintig ruïne drieën knieën efficiënt Van Boëmen Boëlens Knoëll Citroën Poëzie coëfficiënt geëerd Geërts reëel Moëd Noë Coën",
    ),
    (
        "German",
        &[],
        "Jürgen Müller Günther Jörg Schröder Köhler Krüger Böhm Schäfer Björn Götz Sönke Löffler Köln München Düsseldorf \
         Würzburg Österreich Übung Ältester Weiß Groß Strauß Straße Schäfer Jäger Bäcker Händel Kühn Kühl Grün Köpke Lübeck \
         Rüdiger Walküre für über Größe größer später während möglich können müssen würde schön spät gewänne verlöre König \
         Schlußstellung Zürich Grünwald Märkisch Schönfeld Höfer Böttcher Fröhlich Bär Möller Lämmel Kämpfe Süß Preuß Füßen Mädler Däneke Bäumler Häusler Räuber Täuber Träumer Möbel Löbner Höbel Röbke Töpfer Hölzl Röhm Würfel Brücke Glück",
    ),
    (
        "Spanish",
        &[24],
        "José García Martínez Rodríguez Fernández López Sánchez Pérez Gómez Jiménez Ramírez González Hernández Díaz Muñoz \
         Núñez Peña Ibáñez Yáñez Ordóñez Castañeda Zúñiga Íñigo Ángel Óscar Álvaro Andrés Adrián Julián Sebastián Martín \
         Joaquín Agustín Ramón Raúl Saúl Jesús María Sofía Lucía Víctor Héctor César Nicolás Tomás Iván Rubén Germán \
         Belén Verónica Mónica Bárbara Málaga Córdoba León Cádiz Almería España campeón jugó ganó después también Agüero \
         Argüelles Güell señor niño año Ordoño Toño Antoñita Patiño Treviño Zorrilla dueña Acuña Zúñiga Avendaño Cabañas Buñuel doña Élida Ñandú Úrsula Véliz Dávila Ávila Cárdenas Báez Sáenz Lázaro",
    ),
    (
        "Portuguese",
        &[26, 28],
        "João José Antônio António Gonçalves Conceição Assunção Guimarães Magalhães Simões Lourenço Gonçalo Inácio Luís \
         Sérgio Fábio Flávio Júlio Márcio Mário Otávio Cláudio Ângelo Ângela Ítalo Érico Élcio Célio Hélio Élder Estêvão \
         Sebastião Damião Romão Falcão Leão São Paulo Brasília Goiânia Ceará Paraná Maranhão Espírito Camões Araújo \
         Patrícia Letícia Lúcia Vitória Mônica Mendonça França Bragança Loução Açores Estácio Nuñez Patrão Ferrão campeão \
         até não é você está também português três avô avó nós pôr à às Conceição coração Irmãos Luísa Bezerra Vinícius \
         Tóquio Müller Óbidos Úrsula Évora Índio Átila Ôlho Câmara Mônaco Tânia Vânia Rômulo Colatina Petrópolis",
    ),
    (
        "Italian",
        &[22],
        "Niccolò Nicolò Andrè Noè Mosè Giosuè Gesù Calò Salò Cantù Forlì Bovì Scirè Fassò Marzà Patanè Alì Fazzò Zambò \
         Ciprì Mannà Portalè Bertolè Donà Zanè Curò Rondò Mondovì Città società perché così più però già è sarà può lunedì \
         qualità unità metà È Fincà Pirrò Macaddò Carrà Cefalù Nicolì Borghè Bertolù Signorì",
    ),
    (
        "Nordic",
        &[],
        "Åke Håkan Björn Göran Jönsson Sjöberg Lindström Söderström Åberg Öberg Ångström Mårten Pär Sjögren Håkansson Åström \
         Västerås Malmö Göteborg Bjørn Søren Jørgen Øyvind Øystein Håkon Pål Ærø Sørensen Jørgensen Kjær Mørk Åse Bråten \
         Nygård Ødegaard Tromsø Malmø Østergaard Kræmer Næss Hämäläinen Mäkinen Väinö Yrjö Pöyhönen Jyväskylä Nieminen Ylä \
         Heikkilä Mäkelä Lehtimäki Sirkiä Ärjälä Töysä När René Strömberg Åsa Östlund Söder Sæther Fjæra Bjørnsen Bjørk Fjørtoft Jørn Gjørv Sjølie Kjølberg Høeg Møller Thøgersen Rønne Sønderborg",
    ),
    (
        "Polish",
        &[],
        "Łukasz Świątek Wójcik Paweł Michał Michałowska Kowalczyk Zieliński Wiśniewski Dąbrowski Lewandowski Kamiński Szymański \
         Woźniak Kozłowski Jabłoński Król Piotr Wróbel Przemysław Rafał Stanisław Władysław Wacław Mirosław Jarosław Radosław \
         Bogusław Bronisław Jóźwiak Grażyna Małgorzata Elżbieta Żaneta Żuk Żak Źródło Łódź Kraków Gdańsk Poznań Wrocław Toruń \
         Mińsk Mazowiecki Częstochowa Święta Śląsk Śliwa Ślusarczyk Gołąb Głowacki Głąb Gębala Sęk Wąs Bąk Zając Pająk Krawiec \
         Gawroński Chmiel Grzegorz Brzęczyszczykiewicz Mistrzostwa Polski białe czarne wygrały partia remis został był mógł \
         Ćwik Ćwikła Ósma Żółty Łucja Łęcki Błażej Błaszczyk Józef Jędrzej Ścigała Misztal Czajkowski Zdzisław Tadeusz \
         Kołodziej Sokół Góra Górski Góral Żurawski Źrebiec Dębski Rębacz Pięta Kępa Stączek Mączka Krążek Wącław Strączyński Bączyk Rączka Pączek Węgrzyn Kępiński Młynarczyk Szczęsny Tłuczek Kuś Wilczyński Wieczorek Jaworski Malinowski Adamczyk Dudek Piątek Stępień Walczak Sikora Baran Szewczyk Pietrzak Wróblewski Jasiński Zawadzki Sadowski Bąkowski Włodarczyk Chmielewski Sobczak Czerwiński Kubiak Wilk Lis Mazurek Kaźmierczak Sobolewski Kalinowski",
    ),
    (
        "Czech and Slovak",
        &[29],
        "Jiří Novák Tomáš Dvořák František Němec Zdeněk Černý Petr Svoboda Jan Procházka Lukáš Kučera Veselý Horák Pokorný Marek \
         Pospíšil Václav Hájek Růžička Fiala Sedláček Doležal Zeman Kolář Navrátil Čermák Vaněk Urban Kříž Blažek Kovář Šimek Říha \
         Konečný Malý Štěpánek Šťastný Ondřej Matěj Miloš Luboš Aleš Šárka Žaneta Božena Lenka Ludvík Kateřina Jaroslav Bořivoj \
         Plzeň Brno Břeclav Děčín Třebíč Zlín Žďár Ústí Český mistrovství České republiky bílý černý vyhrál remíza tah lepší \
         Ľubomír Ľudovít Šťefan Ján Kováč Juraj Horváth Tóth Balážová Košice Žilina Nitra Ďuriš Ďurica Hudák Lukáč Kráľ Kôň Mäso \
         Stĺpec Vŕba Peťo Čaňa Ňuňa Únos Ýmir Ólaf Íra Ábel Éva Řezníček Bůček Jelínek Hřebíček Břízek Mařík",
    ),
    (
        "Hungarian",
        &[],
        "László Gábor Zoltán István György Sándor Tamás Péter Attila Ferenc József János Balázs Ádám Ákos Bálint Dániel Dávid Márton \
         Máté Mihály Károly Kovács Szabó Tóth Varga Horváth Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Mészáros Oláh Rácz \
         Fekete Szűcs Győző Győr Erdős Szőke Vörös Török Fülöp Csák Gergő Jenő Dezső Ernő Lőrinc Szőllősi Örs Özséb Ödön Ürge Űri Ősz \
         Őri Bodó Bíró Lévai Éva Ágnes Zsófia Mária Öcsi Síp Kürt Írisz Úri Budapest Árpád bajnokság Hűség Fűz Csűrös Fűrész Hűvös Keserű Gyűrű Cseresznyés Sebők Petőfi Benkő Mező Vető Ferenczi Bognár Lengyel Halász Kelemen Gulyás Bíró Szűts \
         Rákóczi Pásztor Kozák Érsek Jánosi Lőw Böhm Göncz Öllős Szőts Köves Sípos Gál Hajdú Szalai Szántó Sárközi",
    ),
    (
        "Romanian and Croatian",
        &[],
        "Ștefan Ţepeş Şerban Ţurcanu Mureşan Bălan Crăciun Stănescu Ionuţ Bogdăneşti Brătianu Mărginean Pîrvulescu Gheorghiţă Ştefănescu \
         Rădulescu Vâlcea Înalt Constanţa Bucureşti Chişinău Română Fănică Dănuţ Lăcătuş Mădălina Cătălin Popescu Niţescu Niţu Cioară Bârsan Văduva Tănase Ţîrlea Paraschiv Ştirbu Iliuţă Păun Stoica Câmpeanu Mîţă Puşcaş Ardeleanu Călin Marković Đorđe Petrović \
         Jovanović Nikolić Đurić Horvat Kovačević Babić Marić Jurić Novaković Knežević Vuković Božić Čolić Šarić Žarko Ivanišević Filipović \
         Pavlović Matić Tomić Đoković Žižek Škerjanc Čeh Kranjc Zupančič Horvatić Božidar Saša Siniša Željko",
    ),
    (
        "Latvian and Estonian",
        &[25],
        "Jānis Bērziņš Kārlis Kalniņš Andris Andreiko Guntis Valneris Raimonds Vipulis Pēteris Ozoliņš Artūrs Jansons Uldis Krūmiņš Ēriks \
         Zariņš Ģirts Liepiņš Ķirsis Ļeņins Ņikita Žanis Šķēle Āboliņš Ūdris Čaks Roberts Misāns Edvards Bužinskis Laura Sīle Ilze Zvaigznīte Rūta \
         Jēkabs Eglītis Mārtiņš Kļaviņš Dzintars Grīnbergs Vītols Vītoliņš Jūlija Petrova Zenta Elīna Inese Līga Dāvis Krišjānis Rīga Jūrmala \
         Liepāja Jelgava Latvija Latvijas čempionāts sievietēm vīriešiem baltie melnie uzvara neizšķirts Māris Ķeniņš Ģertrūde Lūsis Lācis Vējš \
         Šmits Siliņš Žukovs Mežs Zaļais Jõgi Pärn Õunapuu Kõiv Mägi Tõnu Ülo Ülle Tamm Käär Rüütel Jüri Jõe Põld Võru Pärnu Tõnis Mälk Jänes \
         Öö Äär Šveits Võsu Hõbe Järvi",
    ),
    (
        "Lithuanian",
        &[25],
        "Žukas Kęstutis Šimkus Jonas Petrauskas Vytautas Žemaitis Algimantas Kačiuškas Edvardas Bužinskis Aleksejus Domčevas Romualdas \
         Petrošius Stankevičius Vaitkevičius Kazlauskas Jankauskas Žilinskas Butkus Paulauskas Urbonas Kavaliauskas Navickas Ramanauskas \
         Mažeika Ąžuolas Čepas Čiurlionis Ėgliškis Įgulytė Šarūnas Ūsas Žydrūnas Mindaugė Rūta Jurgita Ramunė Aušra Živilė Giedrė Vilniaus \
         Šiauliai Panevėžys Klaipėda Lietuva Lietuvos čempionatas moterų vyrų baltieji juodieji lygiosios Jūratė Eglė Agnė Žiedūnė Vaičiūnas \
         Mačiulis Kubilius Šližys Gražulis Grigaliūnas Dainius Arūnas Gintarė Žalgiris Ieva Kazimierienė Kęstutienė Mickevičienė \
         Petrauskaitė Sąjūdis Bąla Žąsis Tūbelis Ęsa Ųra",
    ),
    (
        "Turkish",
        &[30],
        "Şahin Yıldız Çetin Öztürk Güneş Doğan Kaya Yılmaz Şimşek Çelik Aydın Arslan Erdoğan Kılıç Koç Kurt Özdemir Yıldırım Özkan Güler \
         Çakır Çakıcı Taş Yüksel Türk Aktaş Kaplan Bulut Şen Bozkurt Işık Uğur Uçar Avcı Ünal Ateş Güven Tekin Yavuz Ekinci Şeker Ağaoğlu \
         İbrahim İsmail İlker İlhan Özgür Ömer Oğuz Oğuzhan Tuğba Ayşe Gülşen Gökhan Göksel Gürkan Çağlar Çağrı Barış Bariş Kadıköy İstanbul \
         Eskişehir Muğla Iğdır Şırnak Türkiye şampiyonası beyaz siyah kazandı Hüseyin Süleyman Mustafa Kâzım Hakkı Tanrıkulu Karadağ Dağ \
         Sarıoğlu Kaşıkçı Şükrü Fırat Nazlı Sıla Yağmur Eroğlu Değirmenci Büyük Küçük Sarı Kızıl Kapı Nazım Halıcı Balcı Âkif Güçlü Hâle",
    ),
    (
        "Greek",
        &[],
        "Γιώργος Παπαδόπουλος Δημήτρης Νικολάου Ιωάννης Γεωργίου Κώστας Κωνσταντίνος Βασίλης Αθανασίου Χρήστος Οικονόμου \
         Παναγιώτης Βλάχος Νίκος Αγγελόπουλος Μαρία Παππά Ελένη Καραγιάννη Αικατερίνη Βασιλική Σοφία Αγγελική Άννα Αναστασία \
         Σταύρος Ευάγγελος Μιχάλης Θεόδωρος Θανάσης Σπύρος Ανδρέας Ηλίας Στέλιος Πέτρος Φώτης Ζήσης Ξενοφών Λευτέρης Όλγα \
         Έλλη Ήρα Ύδρα Ώρα Ρήγας Υψηλάντης Τσιτσιπάς Ψαρράς Μακρής Δημητρίου Αλεξίου Χατζής Αντωνίου Στεφανίδης Καζαντζάκης \
         Πρωτάθλημα Ελλάδας Αθήνα Θεσσαλονίκη παρτίδα λευκά μαύρα κερδίζουν ισοπαλία κίνηση πρώτη γύρος ντάμα είναι και του \
         της το με από για στο καλύτερη Ζωή Φλώρα Μαΐου προϊστορία Ταΰγετος χρόνος Ομάδα Όμιλος διεθνές",
    ),
    (
        "Hebrew",
        &[],
        "כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן מלכה אזולאי כץ יוסף דוד עמר אוחיון חדד גבאי בן אדרי לביא משה יעקב יצחק שלמה \
         חיים אליהו מיכאל אהרן שמואל דניאל יהודה אריה צבי זאב נחום מרדכי אלכסנדר בוריס ולדימיר ציפס גולדברג וייס שפירא רוזנברג \
         קפלן שרה רחל לאה רבקה אסתר חנה מרים דבורה יעל נועה תמר רות מיכל ענת גל טל עדי עומר איתן גדעון שמעון ראובן פנחס ירושלים \
         תל אביב חיפה ישראל אליפות לבן שחור מנצח תיקו מסע דמקה משחק טוב יותר של את על לא זה היה סיבוב גמר נגד סגל קרן לוין רוזן",
    ),
    (
        "Thai",
        &[31],
        "สมชาย สมศักดิ์ สมหมาย ประเสริฐ วิชัย สุรชัย สุรศักดิ์ อนุชา ณัฐพล กิตติ ธนากร ศักดิ์ชัย ประยุทธ์ บุญมี ทองคำ ใจดี ศรีสุข \
         แสงทอง วงศ์ไทย รัตนา พรทิพย์ สุนีย์ มาลี นิภา อรุณ เกษม ไพโรจน์ มานะ มานพ วีระ ชัยวัฒน์ พงษ์ศักดิ์ สุชาติ จันทร์เพ็ญ สมบูรณ์ \
         เจริญ ปัญญา ดวงใจ ลัดดา กาญจนา ฉวีวรรณ ธีรพงษ์ ภูมิ คำแก้ว โชติ ศิริพร นพดล อุดม เอก ยุทธ หมากฮอส หมาก แข่งขัน ชิงแชมป์ \
         ประเทศไทย กรุงเทพ เชียงใหม่ รอบ ขาว ดำ ชนะ เสมอ แพ้ เดิน นาย นาง นางสาว ดีกว่า การ ที่ ของ และ ผู้ ตา ครั้ง ปี ฐิติ ฑิฆัมพร ซื่อ \
         ฝน ผ่อง ถาวร ฟ้า ฤทธิ์ สิงห์ เพชร แก้ว น้อย ใหญ่ เล็ก จิตต์ อำนวย วรวุฒิ ชูเกียรติ กฤษณะ พัชรี โสภณ โสภา โอกาส โกวิท ไชยยศ ไชย ไพศาล ไกรสร เอกชัย เอี่ยม เฉลิม เทพ เดช เสกสรร เสรี เกียรติ แสง แดน แพร สายชล สันติ ประสิทธิ์ \
         พิทักษ์ พิชิต ธวัช ธงชัย นิรันดร์ ณรงค์ จิรา จำลอง ชลิต ชัยยา วิทยา วินัย วิโรจน์ อาทิตย์ อภิชาติ ปรีดา บุญ ชู หนู หนึ่ง สองเมือง คง คำ",
    ),
    (
        "Arabic",
        &[],
        "محمد أحمد محمود علي حسن حسين عبد الله عبدالله الرحمن إبراهيم إسماعيل يوسف عمر عثمان خالد سعيد صالح سالم ناصر فهد فيصل \
         سلطان طارق زياد جمال كمال مصطفى عيسى موسى سليمان داود يحيى هشام وليد ماجد نبيل رشيد بلال ضياء ظافر غسان قاسم شريف ثامر \
         فاطمة عائشة مريم خديجة زينب ليلى نور سارة هند العتيبي المطيري الشمري الحربي القحطاني الغامدي الزهراني بن بو الكويت \
         الجزائر المغرب مصر تونس بطولة الدامة أبيض أسود فوز تعادل آل مؤمن هانئ ذكي",
    ),
    #[cfg(feature = "encodings")]
    (
        "Chinese",
        &[],
        "王王王王 李李李李 张张张 刘刘刘 陈陈陈 杨杨 赵赵 黄黄 周周 吴吴 徐徐 孙孙 胡胡 朱朱 高高 林林 何何 郭郭 马马 罗罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 袁 邓 许 傅 沈 曾 彭 吕 \
         苏 卢 蒋 蔡 贾 丁 魏 薛 叶 阎 余 潘 杜 戴 夏 钟 汪 田 任 姜 范 方 石 姚 谭 廖 邹 熊 金 陆 郝 孔 白 崔 康 毛 邱 秦 江 史 顾 侯 邵 孟 龙 万 段 雷 钱 汤 尹 黎 易 常 武 乔 贺 赖 龚 文 施 \
         洪 季 莫 欧阳 司马 诸葛 上官 伟伟 芳 娜 秀英 敏 静 丽丽 强 磊 军军 洋 勇 艳 杰 娟 涛 明明 超 秀兰 霞 平 刚 桂英 建国 建华 建军 志强 志明 海峰 海燕 晓东 晓明 晓红 小平 小红 少华 少 国荣 国庆 国强 \
         文 文华 学文 学军 玉兰 玉梅 玉珍 凤英 红梅 春梅 春华 冬梅 秋 云 飞 鹏 波 斌 宇 浩 凯 健 俊 帆 旭 宁 亮 成 东 欣 博 鑫 琳 雪 慧 莹 婷 洁 倩 佳 嘉 怡 雨 子 梓 涵 轩 泽 思 诗 琪 瑶 瑞 哲 晨 天 \
         然 宏 振 荣 光 辉 德 福 生 林 根 长 金 银 宝 贵 富 永 安 庆 祥 兴 龙 虎 山 川 河 水 木 火 土 石 松 柏 竹 兰 菊 莲 沛 乐 正 新 世 家 大 一 二 三 中 华 民 立 伯 仲 叔 仁 义 礼 智 信 忠 孝 \
         国际跳棋 象棋 中国 全国 锦标赛 冠军 比赛 北京 上海 广州 成都 杭州 白方 黑方 白 黑 胜 和 负 局 男子 女子 青年 公开赛 第 轮 决赛 闫 曲 柴 温 覃 聂 倪 翁 齐 庞 颜 庄 兰 靳 阮 柳 岳 毕 路 申 葛 焦 裴 骆 邢 褚 鲍 华 冼 甘 左 牛 关 祝 管 穆 辛 苗 卓 冉 凌 盛 单 岑 司徒 令狐 慕容 皇甫 岩 可 奇 淑 淑珍 惠 珍 翠 爱 爱国 美 美玲 娇 艺 颖 佩 素 素芬 霜 萍 萌 薇 蓉 蕾 露 韵 馨 妮 妍 晶 晴 杨 彬 彪 炜 炳 烨 焕 煜 敬 敏捷 斌 昊 昌 昕 晔 景 曦 朋 柯 栋 棋 楠 毅 洲 浪 润 淼 渊 滨 潇 澜 灿 炎 玮 珊 琦 琴 璐 甜 畅 盼 硕 磊 祖 禹 秦 童 笑 绍 维 翔 耀 聪 胜 腾 良 若 苗 英 莎 菁 裕 觉 诚 诺 谦 贤 赫 超 越 跃 辰 运 远 连 通 逸 道 邦 钧 铁 铭 锋 锦 镇 阳 隆 雄 霖 静 韬 顺 骏 鸿 鹤 麟 齐 贝 子涵 俊杰 浩然 宇航 欣怡 梓涵 对 好 的 是 这 了 不 在 有 我 他",
    ),
    #[cfg(feature = "encodings")]
    (
        "Traditional Chinese",
        &[],
        "陳陳陳陳 林林林 黃黃黃 張張張 李李李 王王王 吳吳 劉劉 蔡蔡 楊楊 許許 鄭鄭 謝謝 洪 郭郭 邱 曾 廖 賴 徐 周周 葉 蘇 莊 呂 江 何何 蕭 羅 高 潘 簡 朱 鍾 游 彭 詹 胡 施 沈 余 盧 梁 趙 顏 柯 翁 魏 \
         孫 戴 范 方 宋 鄧 杜 傅 侯 曹 薛 丁 卓 阮 馬 董 溫 唐 藍 石 蔣 田 康 鄒 白 塗 尤 湯 姚 姜 金 馮 程 袁 歐陽 司馬 諸葛 家豪 志明 志偉 俊傑 俊宏 建宏 建國 國榮 國強 文雄 文華 明 宗翰 冠宇 承翰 宇軒 淑芬 淑惠 \
         美玲 美惠 雅婷 怡君 麗華 麗 秀英 秀蘭 惠 珍 玉 蘭 芳 英 鳳 嬌 雲 春 秋 雪 慧 婷 靜 佩 珊 琪 穎 詩 涵 欣 宜 佳 家 子 思 雨 天 龍 飛 鵬 輝 榮 光 德 福 生 長 金 寶 貴 富 永 安 慶 祥 興 山 川 水 木 松 海 峰 \
         東 南 西 北 中 大 小 一 二 三 正 信 義 仁 忠 孝 禮 智 誠 賢 良 成 勝 功 達 振 添 進 偉 強 勇 傑 豪 俊 彥 霖 瑋 哲 凱 翔 廷 庭 宏 弘 昌 彬 森 清 源 萬 世 民 國際跳棋 西洋跳棋 台灣 臺北 台北 高雄 香港 全國 錦標賽 冠軍 \
         比賽 白方 黑方 白 黑 勝 和 負 局 第 輪 決賽 馬 扁 清 毅 若 瑄 龔 湯 夏 于 伍 邵 駱 蒲 童 管 單 嚴 紀 辛 甘 古 史 倪 殷 歐 鄺 譚 莫 左 關 霍 岑 司徒 章 文 水 木 依 倩 琳 琴 璇 瑤 瑜 瑞 瑩 媛 婉 嫻 娟 敏 慈 憲 政 敬 智 曉 曜 晨 景 晴 月 東 棟 楨 榕 樹 毓 永 泰 洋 浩 淵 潔 濤 煌 煜 燕 珮 理 益 盈 真 碧 祐 祖 秉 立 紹 維 綺 耀 聖 育 舜 芝 芬 芷 苡 茂 菁 華 萍 萱 蓉 薇 裕 豐 貞 軍 軒 逸 遠 郁 銘 鎮 隆 霞 韻 順 頌 馨 駿 鴻 麒 齊 九 英九 哲 文哲 對 好 的 是 這 了 不 在 有 我 他",
    ),
    #[cfg(feature = "encodings")]
    (
        "Japanese",
        &[],
        "佐藤佐藤 鈴木鈴木 高橋高橋 田中田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 前田 藤田 小川 後藤 岡田 長谷川 村上 近藤 石井 斉藤 坂本 遠藤 \
         青木 藤井 西村 福田 太田 三浦 岡本 松田 中川 中野 原田 小野 田村 竹内 金子 和田 中山 石田 上田 森田 小島 柴田 宮崎 酒井 工藤 横山 宮本 内田 高木 安藤 島田 谷口 大野 丸山 今井 河野 藤原 村田 武田 上野 杉山 増田 平野 \
         菅原 久保 松井 千葉 岩崎 桜井 木下 野口 菊地 野村 新井 一郎 二郎 太郎 次郎 三郎 健 健一 健太 誠 博 博之 浩 浩二 和夫 正 正雄 清 進 勇 隆 修 茂 実 豊 明 昭 学 大輔 翔 翔太 拓也 達也 直樹 洋 洋子 花子 恵子 幸子 和子 京子 久美子 \
         由美 真由美 美咲 愛 陽子 智子 裕子 裕之 秀樹 英樹 剛 純 光 悟 哲也 孝 弘 義雄 信 康 雅 優 香 奈 里 沙 たなか さとう すずき やまだ いとう わたなべ ひろし けんじ あきら ゆうこ はなこ まり えみ なおき つよし しんいち おか むら きむら ふじ \
         ほし よしだ せき りょう ちば へび ぬま め も み ろ る れ の を が ぎ ぐ げ ご ざ じ ず ぜ ぞ だ で ど ば び ぶ べ ぼ アキラ ヤマダ タナカ サトウ スズキ ケンジ ユウコ ヒロシ マリ エミ ナオキ ツヨシ チェッカー ドラフツ ゲーム リーグ セ ソ テ ニ ヌ ネ ノ ハ ヘ ホ ミ ム メ モ \
         ヨ ラ リ ル ア イ ウ エ オ カ キ ク ケ コ サ シ ス タ チ ツ ト ナ フ マ ヤ ユ ン ー あ い う え お か き く け こ さ し す せ そ た ち つ て と な に ぬ ね の は ひ ふ へ ほ ま み む も や ゆ よ ら り る れ ろ わ ん ゃ ゅ ょ っ ゆき さき くみ まさる くに あい さゆり みゆき かおり いちろう じろう たろう つとむ とし のり ひで ふみ よこ たかし しげる ル レ ロ ワ ヲ ガ ギ グ ゴ ザ ズ ゼ ゾ ダ デ バ ビ ブ ベ ボ パ ピ プ ペ ポ ァ ィ ゥ ォ ャ ュ ョ ッ 日本 選手権 東京 大阪 大会 優勝 白 黒 先手 後手 勝ち 負け 引き分け 局 第 回戦 決勝",
    ),
    #[cfg(feature = "encodings")]
    (
        "Korean",
        &[],
        "김김김김김김 이이이이이 박박박박 최최최 정정정 강강 조조 윤윤 장장 임임 한 오 서 신 권 황 안 송 전 홍 유 고 문 양 손 배 백 허 남 심 노 하 곽 성 차 주 우 구 민 류 나 진 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 \
         연 위 표 명 기 반 왕 금 옥 육 인 맹 제 모 탁 국 철수 영희 민호 민수 민준 지영 지훈 지민 지우 성민 성호 우진 동현 동욱 서연 서윤 서준 현우 현정 준호 준영 도윤 예준 시우 하은 하준 지후 수빈 수진 은주 은정 은영 미영 미경 미숙 영숙 영자 영수 영호 영철 정숙 정희 \
         순자 경희 경숙 상훈 상현 재현 재훈 태현 태영 용 욱 혁 빈 찬 훈 환 희 혜진 혜정 보람 다은 아름 슬기 가영 나영 라 규 균 근 광 관 건 덕 대 두 무 범 병 복 봉 삼 숙 승 식 완 웅 익 일 종 중 창 필 학 해 형 호 화 효 후 흥 채원 유진 소연 나래 \
         체커 대회 한국 서울 부산 선수권 우승 백 흑 승 무 패 국 제 회 결승 게임",
    ),
];
